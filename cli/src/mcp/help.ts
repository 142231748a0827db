/** Instructions for adding these tools to a coding agent. */
export const MCP_HELP = `
Sign in once with “stagelink login”. The agent acts with your account.
“stagelink agent install” writes this for you:

Claude Code
  claude mcp add stagelink -- stagelink mcp

  or in .mcp.json of a project:
  { "mcpServers": { "stagelink": { "command": "stagelink", "args": ["mcp"] } } }

Cursor, in .cursor/mcp.json
  { "mcpServers": { "stagelink": { "command": "stagelink", "args": ["mcp"] } } }

VS Code, in .vscode/mcp.json
  { "servers": { "stagelink": { "type": "stdio", "command": "stagelink", "args": ["mcp"] } } }

Codex, in ~/.codex/config.toml
  [mcp_servers.stagelink]
  command = "stagelink"
  args = ["mcp"]

Where this command is not installed, the address of the server is enough: you allow the agent in your browser.
  { "mcpServers": { "stagelink": { "type": "http", "url": "https://your-server/api/mcp" } } }
With an access token there is nothing to allow:
      "headers": { "Authorization": "Bearer stl_pat_…" }
`;
