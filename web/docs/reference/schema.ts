type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

type Plain = string | number | boolean | null;

/** A JSON Schema as the OpenAPI document has it, with the keywords that the contracts use. */
export interface Schema {
  type?: JsonType | JsonType[];
  format?: string;
  const?: Plain;
  enum?: Plain[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

/** A field of a request or a reply; nested ones have a path such as `files[].size`. */
export interface Field {
  path: string;
  type: string;
  isRequired: boolean;
}

const NAMED_FORMATS: Record<string, string> = {
  binary: 'file',
  email: 'email address',
  uri: 'URL',
  uuid: 'UUID',
};

const code = (value: Plain | undefined) => `\`${JSON.stringify(value)}\``;
const variantsOf = ({ anyOf, oneOf, allOf }: Schema) => anyOf ?? oneOf ?? allOf;

function rangeOf(least: number | undefined, most: number | undefined, unit = ''): string {
  if (most === undefined) return least === undefined ? '' : `, at least ${least}${unit}`;
  if (least === most) return `, ${most}${unit}`;
  return least === undefined || least === 0 ? `, at most ${most}${unit}` : `, ${least} to ${most}${unit}`;
}

/** Describes what a value may be, in Markdown of one line. */
export function typeOf(schema: Schema): string {
  const variants = variantsOf(schema);
  if (variants) return [...new Set(variants.map(typeOf))].join(' or ');
  if ('const' in schema) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(', ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  switch (schema.type) {
    case 'array':
      return `list of ${schema.items ? typeOf(schema.items) : 'values'}${rangeOf(schema.minItems, schema.maxItems, ' entries')}`;
    case 'string': {
      const name = NAMED_FORMATS[schema.format ?? ''];
      return name ?? `string${rangeOf(schema.minLength, schema.maxLength, ' characters')}`;
    }
    case 'integer':
    case 'number':
      return `${schema.type}${rangeOf(schema.minimum, schema.maximum)}`;
    case undefined:
      return 'any value';
    default:
      return schema.type;
  }
}

/** The fields below a value: of an object, of the entries of a list, of every variant. */
function below(schema: Schema, path: string): Field[] {
  const variants = variantsOf(schema);
  if (variants) return variants.flatMap((variant) => below(variant, path));
  if (schema.type === 'array' && schema.items) return below(schema.items, `${path}[]`);
  const entries = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const isRequired = schema.required?.includes(name) ?? false;
    return [{ path: at, type: typeOf(property), isRequired }, ...below(property, at)];
  });
  return entries ? [...named, ...below(entries, `${path}.*`)] : named;
}

/** Returns all fields of a value in the order of its schema. Fields of several variants are joined. */
export function fieldsOf(schema: Schema): Field[] {
  const fields = new Map<string, Field>();
  for (const field of below(schema, '')) {
    const known = fields.get(field.path);
    if (!known) fields.set(field.path, field);
    else if (!known.type.split(' or ').includes(field.type)) known.type += ` or ${field.type}`;
  }
  return [...fields.values()];
}
