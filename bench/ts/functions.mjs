// The contestants, each with the functions that it has:
//
//   verdict(value)  whether it is valid
//   value(value)    it, if it is valid and with its defaults, else undefined
//   errors(value)   how many errors it has, all of them
//   parse(text)     the value, from its text
//   write(value)    the text of a valid value
//
// A function that does less than its name says is left out. Here are those that the short
// form measures too.

/** What all do at least with text; it checks nothing. */
export const JSON_ALONE = { name: "JSON alone", parse: (text) => JSON.parse(text), write: (value) => JSON.stringify(value) };

export function wiregen(wire, name) {
  const value = (v) => { const r = wire.readMessage(v); return r.ok ? r.value : undefined; };
  return [
    {
      name, own: true,
      verdict: wire.isMessage,
      value,
      errors: (v) => { const r = wire.readMessage(v); return r.ok ? 0 : r.errors.length; },
      parse: (text) => { const r = wire.parseMessage(text); return r.ok ? r.value : undefined; },
      write: wire.writeMessage,
    },
    { name: `${name}: JSON.parse + readMessage`, own: true, parse: (text) => value(JSON.parse(text)) },
    { name: `${name}: isMessage + JSON.stringify`, own: true, write: (v) => (wire.isMessage(v) ? JSON.stringify(v) : undefined) },
  ];
}

/** Adds the functions on text: JSON.parse and JSON.stringify do what a library does not. */
export function withText(c) {
  const { verdict, value } = c;
  return {
    ...c,
    ...(value ? { parse: (text) => value(JSON.parse(text)) } : {}),
    ...(verdict ? { write: (v) => (verdict(v) ? JSON.stringify(v) : undefined) } : {}),
  };
}

export function ajv(validators) {
  const { first, defaults, all, generated } = validators;
  return [
    withText({ name: "ajv standalone", verdict: first, value: (v) => (first(v) ? v : undefined), normalOnly: true }),
    withText({ name: "ajv standalone, useDefaults", value: (v) => (defaults(v) ? v : undefined) }),
    withText({
      name: "ajv standalone, useDefaults, allErrors",
      value: (v) => (all(v) ? v : undefined),
      errors: (v) => (all(v) ? 0 : all.errors.length),
    }),
    { name: "ajv standalone, schema.json of the package", verdict: generated },
  ];
}
