import { type ImportRule, isTest } from './imports.ts';

const SHELVES = ['platform', 'features', 'hosting', 'app'] as const;
type Shelf = (typeof SHELVES)[number];

const MAY_IMPORT: Record<Shelf, readonly Shelf[]> = {
  platform: ['platform'],
  features: ['platform', 'features'],
  hosting: ['platform', 'features', 'hosting'],
  app: SHELVES,
};

const shelfOf = (file: string): Shelf | undefined =>
  SHELVES.find((shelf) => file.startsWith(`server/src/${shelf}/`));

export const serverShelfRule: ImportRule = (file, { target }) => {
  const from = shelfOf(file);
  const to = shelfOf(target);
  if (!from || !to || isTest(file) || MAY_IMPORT[from].includes(to)) return null;
  return `${from} may not import ${to}`;
};

type Role = 'routes' | 'service' | 'policy' | 'present' | 'repo' | 'emails';

/** Roles that a role may not import inside its feature. Types of a repo may go anywhere. */
const FORBIDDEN: Record<Role, readonly Role[]> = {
  routes: [],
  service: ['routes'],
  policy: ['routes', 'service', 'present', 'repo', 'emails'],
  present: ['routes', 'service', 'repo', 'emails'],
  repo: ['routes', 'service', 'policy', 'present', 'emails'],
  emails: ['routes', 'service', 'repo'],
};

function roleOf(file: string): { feature: string; role: Role } | null {
  const [, feature, name = ''] = /^server\/src\/(?:features|hosting)\/(.+)\/(\w+)\.ts$/.exec(file) ?? [];
  if (feature === undefined) return null;
  const role = /(routes|service|policy|present|repo|emails)$/i.exec(name)?.[1]?.toLowerCase();
  return role === undefined ? null : { feature, role: role as Role };
}

export const serverRoleRule: ImportRule = (file, { target, isType }) => {
  const to = roleOf(target);
  if (!to || isType || isTest(file)) return null;
  const from = roleOf(file);
  const isInside = file.startsWith(target.slice(0, target.lastIndexOf('/') + 1));
  if (to.role === 'routes' && !isInside && !file.startsWith('server/src/app/'))
    return 'routes are imported by app only';
  if (!from || from.feature !== to.feature || !FORBIDDEN[from.role].includes(to.role)) return null;
  return `inside a feature, ${from.role} may not import ${to.role}`;
};
