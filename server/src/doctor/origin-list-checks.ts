import { defaultAllowedOrigins, matchesOriginPattern } from '../../../shared/api/origin-pattern.ts'
import { parseUrl } from '../../../shared/parse-url.ts'
import { cspSources } from '../core/documents/csp-sources.ts'
import { type CheckVerdict, failed, passed, warning } from './check-verdict.ts'
import { coversUrl, isEverySite, isNone } from './csp.ts'
import type { Deployment } from './deployment.ts'

/** The two places of a document that contain the project's origins. */
export type DocumentOrigins = {
  /** Path of the document. */
  readonly check: string
  /** Content of `<meta name="site">`; undefined when the document has none, or an invalid one. */
  readonly allowedOrigins?: readonly string[]
  /** Sources of frame-ancestors, of each policy; empty when no policy has the directive. */
  readonly ancestors: readonly (readonly string[])[]
}

const staleRemedy =
  'Let no proxy or CDN store or change the document; if the project was changed just now, check again 10 seconds later'
const headersRemedy =
  'Send the headers that `drawbridge headers` prints now; if the project was changed just now, check again 10 seconds later'

/** The widget uses the list in the document, and calls the API if there is none: both lists must be equal. */
function documentListVerdicts(
  { check, allowedOrigins: documentOrigins }: DocumentOrigins,
  apiOrigins: readonly string[],
): readonly CheckVerdict[] {
  if (documentOrigins === undefined) return []
  const missing = apiOrigins.filter((pattern) => !documentOrigins.includes(pattern))
  const added = documentOrigins.filter((pattern) => !apiOrigins.includes(pattern))
  const differences = [
    ...(missing.length > 0 ? [`it lacks ${missing.join(', ')}`] : []),
    ...(added.length > 0 ? [`it adds ${added.join(', ')}`] : []),
  ]
  return differences.length === 0
    ? [passed(check, 'states the origins that the API lists')]
    : [failed(check, `states other origins than the API lists: ${differences.join(', and ')}`, staleRemedy)]
}

/** An origin that a source covers; for a wildcard, one example. */
const exampleOf = (source: string): string =>
  source.replace('*.', 'drawbridge-doctor.').replace(/:\*$/, ':49151')

const covers = (sources: readonly string[], source: string, self: string): boolean =>
  sources.includes(source) ||
  (parseUrl(exampleOf(source)) !== undefined && coversUrl(sources, exampleOf(source), self))

/** Browsers allow framing by the document's policy, not by the API's list. */
function ancestorVerdicts(
  { check, ancestors }: DocumentOrigins,
  apiOrigins: readonly string[],
  { url, pageOrigin }: Deployment,
): readonly CheckVerdict[] {
  // Both have verdicts of their own (document-checks.ts).
  if (ancestors.length === 0 || ancestors.every(isEverySite) || ancestors.some(isNone)) return []
  const isReported = (pattern: string) =>
    pageOrigin !== undefined && matchesOriginPattern(pageOrigin, pattern)
  const missing = apiOrigins.filter(
    (pattern) =>
      !isReported(pattern) &&
      !cspSources(pattern).every((source) => ancestors.every((sources) => covers(sources, source, url))),
  )
  const expected = [...apiOrigins, ...defaultAllowedOrigins].flatMap(cspSources)
  const added = new Set(ancestors.flat().filter((source) => !covers(expected, source.toLowerCase(), url)))
  // With several policies a page must be in all of them.
  const effective = [...added].filter((source) =>
    ancestors.every((sources) => covers(sources, source.toLowerCase(), url)),
  )
  if (missing.length === 0 && effective.length === 0)
    return [passed(check, 'has the frame-ancestors of the origins that the API lists')]
  return [
    ...(missing.length > 0
      ? [
          failed(
            check,
            `has frame-ancestors without ${missing.join(', ')}, which the API lists: no page there can frame it`,
            headersRemedy,
          ),
        ]
      : []),
    ...(effective.length > 0
      ? [
          warning(
            check,
            `has frame-ancestors with ${effective.join(', ')}, which the API does not list`,
            headersRemedy,
          ),
        ]
      : []),
  ]
}

/**
 * Compares the origins in each document with those of the API.
 * @param apiOrigins patterns that the API lists for the project.
 */
export const checkOriginLists = (
  deployment: Deployment,
  documents: readonly DocumentOrigins[],
  apiOrigins: readonly string[],
): readonly CheckVerdict[] =>
  documents.flatMap((document) => [
    ...documentListVerdicts(document, apiOrigins),
    ...ancestorVerdicts(document, apiOrigins, deployment),
  ])
