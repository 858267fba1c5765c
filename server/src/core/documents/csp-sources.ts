// Host characters only: any other, such as `;`, would end the directive.
const patternShape = /^(?:(https?):\/\/)?([a-z0-9*.-]+)(?::(\d{1,5}|\*))?$/
const localHost = /(?:^|\.)localhost$|^\d{1,3}(?:\.\d{1,3}){3}$/

/**
 * CSP host-sources (CSP 3) that cover an origin pattern of `shared/api/origin-pattern.ts`; empty if CSP cannot express the
 * pattern. In CSP `*` matches several labels and is allowed in front only, so a source may cover more than its pattern: the
 * widget's own check of the origin is exact.
 * @example cspSources('localhost:*') // ['http://localhost:*', 'https://localhost:*']
 */
export function cspSources(pattern: string): readonly string[] {
  const match = patternShape.exec(pattern.toLowerCase())
  if (!match) return []
  const [, scheme, host = '', port] = match
  const labels = host.split('.')
  const wild = labels.lastIndexOf('*')
  const fixed = labels.slice(wild + 1)
  // `*`, `*.com`: every site, or every site of a public suffix.
  if (wild >= 0 && fixed.length < 2 && fixed[0] !== 'localhost') return []
  const name = wild < 0 ? host : ['*', ...fixed].join('.')
  const schemes = scheme === undefined ? (localHost.test(name) ? ['http', 'https'] : ['https']) : [scheme]
  return schemes.map((one) => `${one}://${name}${port === undefined ? '' : `:${port}`}`)
}
