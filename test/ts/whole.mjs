// Half of a pair of surrogates is read as U+FFFD before a schema sees it, in keys
// too: two keys may be one.
const half = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}(\\u[dD][c-fC-F][0-9a-fA-F]{2})?|u[dD][c-fC-F][0-9a-fA-F]{2}|.)/gs;

/** The JSON text with whole characters only. */
export const whole = (text) => text.replace(half, (s, low) => (low === undefined && /^\\u[dD][89a-fA-F]/.test(s) ? "\\ufffd" : s));
