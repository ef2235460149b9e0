"""Agents that ask language models: `agents.text_agent(complete)`, and by name `llm:MODEL@URL`.

| module | contents |
|---|---|
| `agent.py` | `TextAgent`: writes each decision as text, and reads the action in the answer |
| `answers.py` | `Answer`, and the answers that are stored on disk |
| `server.py` | `ChatServer`: asks a server in the form of OpenAI's chat completions |
| `usage.py` | `Conversation`: one decision; `Usage`: tokens, seconds and refusals of all decisions |
| `asking.py` | asks many questions at the same time |
"""
