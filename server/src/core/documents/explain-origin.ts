import { defaultAllowedOrigins, matchesOriginPattern } from '../../../../shared/api/origin-pattern.ts'
import { parseUrl } from '../../../../shared/parse-url.ts'
import type { Project } from '../../ports/stores/projects.ts'
import { patternParts, patternProblem } from './origin-pattern-problem.ts'

/** What the widget does on pages of an origin, and why. */
export type OriginExplanation = {
  /** Serialized as browsers send it; the input text if it is not an origin. */
  readonly origin: string
  /**
   * `listed`: everything works. `unverified`: connecting and sending work, and the widget marks the site (APKT005).
   * `refused`: nothing works (APKT002), or the browser does not load the widget.
   */
  readonly verdict: 'listed' | 'unverified' | 'refused'
  /** The pattern that matched, or the closest one. */
  readonly pattern?: string
  /** One or more sentences. */
  readonly reason: string
  /** The pattern to add to the project. */
  readonly suggestion?: string
}

type Policy = Pick<Project, 'allowedOrigins' | 'acceptsDefaultOrigins'>

type Parsed = { readonly origin: string; readonly note: string } | { readonly refusal: string }

/** Parses an origin, or takes that of a URL or a bare host. */
function parseOrigin(text: string): Parsed {
  if (text === 'null')
    return {
      refusal:
        'The page has the opaque origin "null": it is a file, or inside a sandboxed frame. No project can list it; serve the page over https.',
    }
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const url = parseUrl(hasScheme ? text : `https://${text}`)
  if (url === undefined) return { refusal: `"${text}" is not an origin, such as https://shop.example.` }
  const { origin, protocol } = url
  if (protocol !== 'https:' && protocol !== 'http:')
    return { refusal: `Only pages with https or http can use the widget, not ${protocol}//.` }
  return { origin, note: origin === text ? '' : `The origin of ${text} is ${origin}. ` }
}

/** Loopback names and IP addresses: a pattern without scheme covers http too. */
const isLocalHost = (host: string): boolean => /(?:^|\.)localhost$|^\d{1,3}(?:\.\d{1,3}){3}$|^\[/.test(host)

/** Why a pattern does not match an origin. */
type PatternMismatch = {
  readonly pattern: string
  /** 4 for a wrong host, plus 2 for a wrong scheme, plus 1 for a wrong port. */
  readonly distance: number
  readonly reason: string
}

const tailLength = (one: readonly string[], other: readonly string[]): number => {
  const at = one.toReversed().findIndex((label, index) => label !== other.at(-1 - index))
  return at < 0 ? one.length : at
}

function hostReason(pattern: string, patternHost: string, host: string): string | undefined {
  const [labels, fixed] = [host.split('.'), patternHost.split('.')]
  if (patternHost.startsWith('*.') && host === patternHost.slice(2))
    return `${pattern} covers subdomains of ${host}, not ${host} itself`
  if (fixed.includes('*') && labels.length !== fixed.length && tailLength(fixed, labels) > 0)
    return `in ${pattern} a * stands for exactly one label, and ${host} has ${labels.length} labels instead of ${fixed.length}`
  if (host.endsWith(`.${patternHost}`))
    return `${pattern} covers ${patternHost} alone, not its subdomain ${host}`
  if (patternHost.endsWith(`.${host}`)) return `${pattern} covers the subdomain ${patternHost}, not ${host}`
  return undefined
}

/** Why a pattern does not match; undefined when pattern and origin have no host suffix in common. */
function mismatchOf(pattern: string, origin: string): PatternMismatch | undefined {
  const problem = patternProblem(pattern)
  if (problem !== undefined) {
    const trimmed = pattern.replace(/^((?:https?:\/\/)?[^/?#]+).*$/i, '$1')
    const isIntended = trimmed !== pattern && matchesOriginPattern(origin, trimmed)
    return isIntended || matchesOriginPattern(origin, pattern)
      ? { pattern, distance: 0, reason: `the pattern ${pattern} ${problem}` }
      : undefined
  }
  const parts = patternParts(pattern)
  const { protocol, hostname: host, port } = new URL(origin)
  if (!parts) return undefined
  const scheme = protocol.slice(0, -1)
  const implied = isLocalHost(parts.host) ? scheme : 'https'
  const patternScheme = parts.scheme ?? implied
  const isHost = matchesOriginPattern(`https://${host}`, `https://${parts.host}`)
  const byHost = isHost ? undefined : hostReason(pattern, parts.host, host)
  if (!isHost && byHost === undefined) return undefined
  const portText = port === '' ? `the default port of ${scheme}` : `port ${port}`
  const patternPort = parts.port ?? 'the default port of its scheme'
  const isPort = matchesOriginPattern(
    `${patternScheme}://h${port === '' ? '' : `:${port}`}`,
    `${patternScheme}://h${parts.port === undefined ? '' : `:${parts.port}`}`,
  )
  const reasons = [
    byHost,
    patternScheme === scheme
      ? undefined
      : `${pattern} means ${patternScheme}${parts.scheme === undefined ? ' (no scheme is https)' : ''}, and the page has ${scheme}`,
    isPort
      ? undefined
      : `${pattern} means ${parts.port === undefined ? patternPort : `port ${patternPort}`}, and the page has ${portText}`,
  ].filter((reason) => reason !== undefined)
  const distance = (isHost ? 0 : 4) + (patternScheme === scheme ? 0 : 2) + (isPort ? 0 : 1)
  return { pattern, distance, reason: reasons.join('; ') }
}

/** The closest pattern that does not match, and why. */
const closestMismatch = (patterns: readonly string[], origin: string): PatternMismatch | undefined =>
  patterns
    .flatMap((pattern) => mismatchOf(pattern, origin) ?? [])
    .toSorted((a, b) => a.distance - b.distance)[0]

const matchIn = (patterns: readonly string[], origin: string): string | undefined =>
  patterns.find((pattern) => matchesOriginPattern(origin, pattern) && patternProblem(pattern) === undefined)

/** Explains what the widget does on pages of an origin (SPEC §8, APKT002 and APKT005; SPEC §9, default origins). */
export function explainOrigin(
  text: string,
  { allowedOrigins, acceptsDefaultOrigins }: Policy,
): OriginExplanation {
  const parsed = parseOrigin(text)
  if ('refusal' in parsed) return { origin: text, verdict: 'refused', reason: parsed.refusal }
  const { origin, note } = parsed
  const listed = matchIn(allowedOrigins, origin)
  if (listed !== undefined)
    return { origin, verdict: 'listed', pattern: listed, reason: `${note}The project lists ${listed}.` }

  const suggestion = patternProblem(origin) === undefined ? { suggestion: origin } : {}
  const standard = matchIn(defaultAllowedOrigins, origin)
  if (standard !== undefined && acceptsDefaultOrigins) {
    const reason = `${note}The default pattern ${standard} covers it. Anyone can publish there, so the widget marks the site as unverified; list the origin to verify it.`
    return { origin, verdict: 'unverified', pattern: standard, reason, ...suggestion }
  }
  const closest = closestMismatch(allowedOrigins, origin)
  const because =
    closest === undefined
      ? allowedOrigins.length === 0
        ? 'The project lists no origins.'
        : 'No pattern of the project resembles it.'
      : `It is not listed: ${closest.reason}.`
  const defaultNote =
    standard === undefined || closest !== undefined
      ? ''
      : ` The default pattern ${standard} covers it, but the project does not accept default origins.`
  return {
    ...{ origin, verdict: 'refused', reason: `${note}${because}${defaultNote}` },
    ...(closest && { pattern: closest.pattern }),
    ...suggestion,
  }
}
