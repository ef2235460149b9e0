/**
 * The types of the server's messages (`dig_envs/play/messages.py`).
 *
 * @typedef {{name: string, agent: boolean}} Seat
 *
 * @typedef {object} About
 * @property {string} title - the game's title
 * @property {number | null} you - the viewer's seat; null for a spectator
 * @property {Seat[]} seats - the participants
 * @property {string[]} advisers - the agents that give hints
 * @property {boolean} undo - whether the viewer may undo
 *
 * @typedef {object} Choice
 * @property {number} action - the action's number
 * @property {string} name - the action's name
 * @property {string} label - the action in words
 * @property {string[]} targets - names of the parts of the picture that the action concerns (`data-spot`)
 *
 * @typedef {{seat: number | null, words: string}} Line
 *
 * @typedef {object} Moment
 * @property {string} id - unique in the game, "epoch-number"
 * @property {number} number - position in the viewer's history
 * @property {string} svg - the picture of the table
 * @property {string} text - the table as text
 * @property {string} status - whose turn it is, or how the game ended
 * @property {boolean} thinking - whether an agent computes its move
 * @property {boolean} yours - whether the viewer must decide
 * @property {string | null} question - the viewer's decision
 * @property {Choice[]} choices - the viewer's legal actions
 * @property {boolean} over - whether the game has ended
 * @property {number} from - number of lines of the log before `lines`
 * @property {Line[]} lines - the new lines of the log
 */
export {};
