/** Parameters of a link by their names. */
export type QueryPart =
  | { readonly is: 'parameters'; readonly values: ReadonlyMap<string, string> }
  | { readonly is: 'invalid'; readonly why: 'malformed' | 'repeated-part' }

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Parses `a=1&b=2`, percent-decoded; a plus sign is itself. Repeated names are invalid. */
export function readQueryPart(query: string | undefined): QueryPart {
  const values = new Map<string, string>()
  if (query === undefined) return { is: 'parameters', values }
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=')
    const name = decoded(pair.slice(0, Math.max(at, 0)))
    const value = decoded(pair.slice(at + 1))
    if (!name || value === undefined) return { is: 'invalid', why: 'malformed' }
    if (values.has(name)) return { is: 'invalid', why: 'repeated-part' }
    values.set(name, value)
  }
  return { is: 'parameters', values }
}
