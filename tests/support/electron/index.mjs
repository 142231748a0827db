// Becomes `default_app.asar` of the stories' Electron, which lacks one: starts the program whose folder is
// on the command line, as Electron's own does. Uses top-level await: otherwise the app would be ready
// before the program was loaded and could register its schemes.
import { readFileSync } from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

/** `electron [-r module]… [--switch]… folder [argument]…` */
function parsed(args) {
  const modules = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at];
    if (arg === '-r' || arg === '--require') modules.push(args[(at += 1)]);
    else if (!arg.startsWith('-')) return { modules, folder: path.resolve(arg), at };
  }
  return null;
}

const given = parsed(process.argv.slice(1));
if (given) {
  const {
    name,
    productName = name,
    version,
    main,
  } = JSON.parse(readFileSync(path.join(given.folder, 'package.json'), 'utf8'));
  app.setName(productName);
  app.setVersion(version);
  app.setPath('userData', path.join(app.getPath('appData'), productName));
  app.setAppPath(given.folder);
  process.defaultApp = true;
  // The program expects its folder at the position it has in a manual start.
  process.argv.splice(1, given.at);
  Module._preloadModules(given.modules);
  await import(pathToFileURL(path.join(given.folder, main)).href);
} else {
  process.stderr.write('Usage: electron <folder of a program>\n');
  app.exit(2);
}
