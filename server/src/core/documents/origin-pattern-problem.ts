import { parseUrl } from '../../../../shared/parse-url.ts'
import { cspSources } from './csp-sources.ts'

/** Scheme, host and port of a pattern of `shared/api/origin-pattern.ts`; undefined for a text of another form. */
export function patternParts(pattern: string) {
  const match = /^(?:(https?):\/\/)?(\[[0-9a-f:]+\]|[^\s/:?#@[\]]+)(?::(\d{1,5}|\*))?$/.exec(
    pattern.toLowerCase(),
  )
  return match ? { scheme: match[1], host: match[2] ?? '', port: match[3] } : undefined
}

/** The ASCII form of a host (`xn--…`), which is what browsers send. */
const asciiHost = (host: string): string => parseUrl(`https://${host}`)?.hostname ?? host

function schemeProblem(pattern: string): string | undefined {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(pattern) ?? []
  return scheme === undefined || /^https?$/i.test(scheme)
    ? undefined
    : `has the scheme ${scheme}; pages have https or http`
}

function hostProblem(host: string, port: string | undefined): string | undefined {
  const labels = host.split('.')
  if (host.startsWith('['))
    return 'has an IPv6 address, which a content security policy cannot name; use localhost or a host name'
  if (host.endsWith('.')) return `ends its host with a dot; write ${host.slice(0, -1)}`
  if (labels.includes('')) return 'has an empty label between two dots'
  if (labels.some((label) => label.includes('*') && label !== '*'))
    return 'has a * inside a label; a * stands for one whole label, as in *.shop.example'
  if (/[^ -~]/.test(host)) return `has letters outside ASCII; browsers send ${asciiHost(host)}`
  if (port !== undefined && port !== '*' && (Number(port) < 1 || Number(port) > 65_535))
    return `has the port ${port}; ports are 1 to 65535, or *`
  const fixed = labels.slice(labels.lastIndexOf('*') + 1)
  if (labels.includes('*') && fixed.length < 2 && fixed[0] !== 'localhost')
    return 'would accept every site of a whole domain ending; name the domain, as in *.shop.example'
  return undefined
}

/**
 * Why a project cannot list a pattern, as the end of the sentence "The pattern … "; undefined for a valid one. Also checks
 * that a Content Security Policy can express the pattern: otherwise no browser lets the page frame the widget.
 */
export function patternProblem(pattern: string): string | undefined {
  if (pattern === '') return 'is empty'
  if (/\s/.test(pattern)) return 'has a space in it'
  const scheme = schemeProblem(pattern)
  if (scheme !== undefined) return scheme
  const bare = pattern.replace(/^https?:\/\//i, '')
  if (bare.includes('@')) return 'has a user name in it; write the host alone'
  const end = bare.search(/[/?#]/)
  if (end >= 0)
    return `has a path; write ${pattern.slice(0, pattern.length - bare.length + end) || 'the host alone'}`
  const parts = patternParts(pattern)
  if (!parts)
    return 'is not <scheme>://<host>:<port>, as in https://shop.example; scheme and port may be left out'
  const host = hostProblem(parts.host, parts.port)
  if (host !== undefined) return host
  return cspSources(pattern).length > 0 ? undefined : 'has characters that a host cannot have'
}
