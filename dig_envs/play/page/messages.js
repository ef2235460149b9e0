/**
 * The types of the server's messages (`dig_envs/play/messages.py`).
 *
 * @typedef {{name: string, agent: boolean, colour: string}} Seat
 *
 * @typedef {object} About
 * @property {string} title - the game's title
 * @property {number | null} you - the viewer's seat; null for a spectator
 * @property {Seat[]} seats - the participants
 * @property {string[]} advisers - the agents that give hints
 * @property {boolean} undo - whether the viewer may undo
 * @property {boolean} host - whether the viewer may open the lobby
 * @property {boolean} rules - whether the game has rules for players
 * @property {boolean} study - whether the server keeps games as data if all people agree
 *
 * @typedef {object} Choice
 * @property {number} action - the action's number
 * @property {string} name - the action's name
 * @property {string} label - the action in words
 * @property {string} help - the explanation of the action
 * @property {string[]} targets - names of the parts of the picture that the action concerns (`data-spot`)
 *
 * @typedef {{seat: number | null, words: string, turn: number}} Line - `turn` counts from 1
 *
 * @typedef {object} Moment
 * @property {string} id - unique in the game, "epoch-number"
 * @property {number} number - position in the viewer's history
 * @property {string} svg - the picture of the table
 * @property {Record<string, string>} parts - the explanation of each part of the picture, by its name (`data-spot`)
 * @property {string} text - the table as text
 * @property {string} status - whose turn it is, or how the game ended
 * @property {string} progress - how near the end of the game is; empty if unknown
 * @property {boolean} thinking - whether an agent computes its move
 * @property {boolean} yours - whether the viewer must decide
 * @property {string | null} question - the viewer's decision
 * @property {Choice[]} choices - the viewer's legal actions
 * @property {string[]} impossible - why main actions are not among the choices
 * @property {boolean} forced - whether the viewer has one legal action, in a decision that is no secret
 * @property {boolean} over - whether the game has ended
 * @property {number} from - number of lines of the log before `lines`
 * @property {Line[]} lines - the new lines of the log
 *
 * @typedef {object} Hint
 * @property {number} action - the chosen action
 * @property {string} words - the chosen action in words
 * @property {"playouts" | "probability"} by - what the shares are: those of a search's playouts, or probabilities
 * @property {{action: number, share: number | null, value: number | null}[]} considered - shares, and expected results
 * @property {Unit} unit - the unit of the expected results
 *
 * @typedef {object} Ending
 * @property {string} measure - the unit of the figures
 * @property {{seat: number, place: number, figure: string}[]} ranking - best first
 * @property {string[]} facts - sentences about the course of the game
 *
 * @typedef {{by: string, words: string, path: string}} Next - a further game that somebody has started
 *
 * @typedef {object} Mistake
 * @property {number} frame - the decision's frame in the replay
 * @property {string} chosen - the chosen action in words
 * @property {string} better - a better action in words
 * @property {number[]} values - the expected results of both actions, in the unit of the review
 * @property {number[]} loss - the loss and its interval, in the unit of the review
 *
 * @typedef {"chance" | "points" | "reward"} Unit - of expected results; a chance to win is a share from 0 to 1
 *
 * @typedef {object} Findings
 * @property {Unit} unit - the unit of the losses
 * @property {[number, number][]} curve - the frame of each decision of the viewer, and the expected result after it
 * @property {Mistake[]} worst - the largest mistakes
 *
 * @typedef {object} Review
 * @property {number} completed - number of searched decisions
 * @property {number} total - number of all decisions
 * @property {Findings | null} result - the result; null during the review
 * @property {string} error - why the review failed; empty if it did not
 *
 * @typedef {{name: string, default: boolean | string | number, values: (boolean | string | number)[], meaning: string}} Option
 *
 * @typedef {object} Game - a game of the lobby
 * @property {string} id
 * @property {string} title
 * @property {string} sentence - what the game is about
 * @property {number | null} minutes - approximate length of a game
 * @property {number} min_players - the least number of players
 * @property {number} max_players - the largest number of players
 * @property {Option[]} options
 * @property {number} lessons - the number of its lessons
 *
 * @typedef {object} Agent - an agent of the lobby, with its measured strength if it is known
 * @property {string} name
 * @property {string} [about] - a sentence
 * @property {number} [rating] - on Elo's scale, with its 95 % interval from `low` to `high`
 * @property {number} [low]
 * @property {number} [high]
 * @property {number} [measured_at] - the number of players of the measurement
 * @property {string} [against] - the agent that is the reference
 * @property {number | null} [share] - the share of wins against the reference, with its 95 % interval
 * @property {number | null} [share_low]
 * @property {number | null} [share_high]
 *
 * @typedef {object} Retry - a decision that the viewer makes again
 * @property {string} before - the first choice in words
 * @property {string | null} now - the new choice in words; null before it
 * @property {[number, number] | null} values - the expected results of both choices; null for equal choices and before
 * @property {Unit} unit - the unit of the values
 * @property {boolean} equal - whether the search cannot tell the values apart
 *
 * @typedef {object} Lesson
 * @property {number} number - its place among the lessons of the game, from 0
 * @property {number} total - the number of lessons of the game
 * @property {string} title
 * @property {string} text - what the viewer can do, and why
 * @property {string | null} answer - what the viewer's choice did; null before it
 * @property {boolean} right - whether the choice is one that the lesson looks for
 *
 * @typedef {{seats: number[]}} Absent - the people's seats whose pages are not connected
 *
 * @typedef {{keep: boolean, everybody: boolean}} Consent - whether the viewer agrees, and whether all people do
 */
export {};
