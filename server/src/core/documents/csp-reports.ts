import { parseUrl } from '../../../../shared/parse-url.ts'
import * as z from '../../../../shared/zod.ts'
import { readJson } from '../json-text.ts'

/** Reports read per request; browsers send a few. */
const reportsLimit = 20
const textMaxLength = 256

const text = z.optional(z.unknown())
/** Body of a report of the Reporting API (https://www.w3.org/TR/CSP3/#reporting). */
const bodySchema = z.object({
  documentURL: text,
  blockedURL: text,
  effectiveDirective: text,
  disposition: text,
  sourceFile: text,
  lineNumber: z.optional(z.unknown()),
})
const reportSchema = z.object({ type: z.literal('csp-violation'), body: bodySchema })

/** The stored part of a report: no query, no fragment, no script sample, no referrer. */
export type CspReport = {
  readonly directive: string
  readonly disposition: string
  /** Origin, or a keyword such as `inline`. */
  readonly blocked: string
  readonly document: string
  readonly source: string
  readonly line: number
}

const shortText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, textMaxLength) : '')

/** The origin of a URL, with its path if `hasPath` (files of this deployment); a keyword unchanged. */
function redactUrl(value: unknown, hasPath: boolean): string {
  const input = shortText(value)
  const url = parseUrl(input)
  if (url === undefined) return /^[a-z-]{1,32}$/.test(input) ? input : ''
  const { origin, protocol, pathname } = url
  if (!/^(?:https?|wss?):$/.test(protocol)) return protocol
  return hasPath ? `${origin}${pathname}` : origin
}

/** Parses the reports in a request body (`application/reports+json`). Skips entries that are not CSP reports. */
export function readCspReports(bodyText: string): readonly CspReport[] {
  const input: unknown = readJson(bodyText)
  const list: readonly unknown[] = Array.isArray(input) ? input.slice(0, reportsLimit) : []
  return list.flatMap((one) => {
    const report = z.safeParse(reportSchema, one)
    if (!report.success) return []
    const { body } = report.data
    return {
      directive: shortText(body.effectiveDirective),
      disposition: shortText(body.disposition),
      blocked: redactUrl(body.blockedURL, false),
      document: redactUrl(body.documentURL, true),
      source: redactUrl(body.sourceFile, true),
      line: Number.isSafeInteger(body.lineNumber) ? Number(body.lineNumber) : 0,
    }
  })
}
