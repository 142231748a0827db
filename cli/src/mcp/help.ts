/** How to tell a coding agent of these tools. */
export const MCP_HELP = `
Sign in once with “stagelink login”; the agent acts in your name.

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
