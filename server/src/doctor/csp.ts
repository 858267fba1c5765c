/** A Content Security Policy: source expressions by directive. */
export type Csp = ReadonlyMap<string, readonly string[]>

/** The policies of a header (CSP 3 §2.2): several headers are joined by commas, and browsers enforce each one. */
export const parseCsp = (header: string): readonly Csp[] =>
  header
    .split(',')
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const directives = text.split(';').map((directive) => directive.trim().split(/\s+/))
      const policy = new Map<string, readonly string[]>()
      for (const [name = '', ...sources] of directives) {
        // Of two directives with the same name the first applies.
        if (name !== '' && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources)
      }
      return policy
    })

/** True if a source list allows pages of every site. */
export const isEverySite = (sources: readonly string[]): boolean =>
  sources.some((source) => /^(?:\*|https?:)$/i.test(source))

/** True if a source list allows no page. */
export const isNone = (sources: readonly string[]): boolean =>
  sources.length === 0 || sources.includes("'none'")

const upgrades: Readonly<Record<string, readonly string[]>> = {
  http: ['https'],
  ws: ['wss', 'http', 'https'],
  wss: ['https'],
}
const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443', ws: '80', wss: '443' }

const coversScheme = (source: string, scheme: string): boolean =>
  source === scheme || (upgrades[source] ?? []).includes(scheme)

function coversHost(source: string, host: string): boolean {
  return source === '*' || (source.startsWith('*.') ? host.endsWith(source.slice(1)) : source === host)
}

function covers(source: string, url: URL): boolean {
  const scheme = url.protocol.slice(0, -1)
  if (source === '*') return true
  const [, schemeSource] = /^([a-z][a-z0-9+.-]*):$/.exec(source) ?? []
  if (schemeSource !== undefined) return coversScheme(schemeSource, scheme)
  const [, sourceScheme, host = '', port] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^:/'\s]+)(?::(\d+|\*))?(?:\/.*)?$/.exec(source) ?? []
  if (host === '' || !coversHost(host, url.hostname)) return false
  // A source without a scheme has the document's scheme, which is https in all relevant cases.
  if (!coversScheme(sourceScheme ?? 'https', scheme)) return false
  const actual = url.port || defaultPorts[scheme]
  return port === '*' || actual === (port ?? defaultPorts[scheme])
}

/**
 * Whether sources cover a URL's origin (CSP 3 §6.7.2, "does URL match source list"); paths are not compared.
 * @param self the origin that `'self'` stands for.
 */
export function coversUrl(sources: readonly string[], target: string, self: string): boolean {
  const url = new URL(target)
  return sources.some((source) => {
    const lower = source.toLowerCase()
    return lower === "'self'" ? url.origin === self : covers(lower, url)
  })
}
