/** Instructions for adding these tools to a coding agent. */
export const MCP_HELP = `
Sign in once with “stagelink login”. The agent acts with your account.

Claude Code
  claude mcp add stagelink -- stagelink mcp

  or in .mcp.json of a project:
  { "mcpServers": { "stagelink": { "command": "stagelink", "args": ["mcp"] } } }

Cursor, in .cursor/mcp.json
  { "mcpServers": { "stagelink": { "command": "stagelink", "args": ["mcp"] } } }

VS Code, in .vscode/mcp.json
  { "servers": { "stagelink": { "type": "stdio", "command": "stagelink", "args": ["mcp"] } } }

Where this command is not installed, the server offers the same tools to an access token:
  { "mcpServers": { "stagelink": {
      "type": "http",
      "url": "https://your-server/api/mcp",
      "headers": { "Authorization": "Bearer stl_pat_…" } } } }
`;
