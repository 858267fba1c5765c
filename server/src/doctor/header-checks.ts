import { type CheckVerdict, failed, warning } from './check-verdict.ts'
import { parseCsp } from './csp.ts'

/** Headers without which the document does not work, or is not safe, inside other pages. */
const required = ['cross-origin-resource-policy', 'cross-origin-embedder-policy']
/** Headers that change what the document can do if they are sent in addition. */
const forbidden = ['cross-origin-embedder-policy', 'cross-origin-opener-policy', 'x-frame-options']
/** Directives that depend on deployment and project, which other checks compare. */
const deploymentDirectives = ['frame-ancestors', 'connect-src', 'frame-src', 'report-to']

const remedy = 'Send the headers that `drawbridge headers` prints, and let no proxy change them'

const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item) => other.includes(item))

function plainHeaderVerdicts(
  check: string,
  actual: Headers,
  expected: Readonly<Record<string, string>>,
): readonly CheckVerdict[] {
  const { 'content-security-policy': _csp, 'reporting-endpoints': _reports, ...plain } = expected
  const problems = Object.entries(plain).flatMap(([name, value]) => {
    const sent = actual.get(name)
    if (sent === value) return []
    const text = sent === null ? `sends no ${name}` : `sends ${name}: ${sent} instead of ${value}`
    return required.includes(name) ? failed(check, text, remedy) : warning(check, text, remedy)
  })
  const forbiddenSent = forbidden.filter((name) => !Object.hasOwn(expected, name) && actual.has(name))
  return [
    ...problems,
    ...forbiddenSent.map((name) => warning(check, `sends ${name}, which it must not have`, remedy)),
  ]
}

function directiveVerdicts(
  check: string,
  name: string,
  sent: readonly string[] | undefined,
  expectedSources: readonly string[],
): readonly CheckVerdict[] {
  if (sent === undefined) return [failed(check, `has a policy without ${name}`, remedy)]
  if (sameSet(sent, expectedSources)) return []
  const missing = expectedSources.filter((source) => !sent.includes(source))
  return name === 'script-src' && missing.length > 0
    ? [
        failed(
          check,
          `blocks the widget's own script: script-src lacks ${missing.join(' ')}`,
          'Derive the policy from the index.html that is served: `drawbridge headers` does',
        ),
      ]
    : [warning(check, `has ${name} ${sent.join(' ')} instead of ${expectedSources.join(' ')}`, remedy)]
}

function policyVerdicts(check: string, actual: Headers, expected: string): readonly CheckVerdict[] {
  const policies = parseCsp(actual.get('content-security-policy') ?? '')
  if (policies.length === 0) return [failed(check, 'sends no content-security-policy', remedy)]
  const [expectedSources = new Map<string, readonly string[]>()] = parseCsp(expected)
  return policies.flatMap((policy) =>
    [...expectedSources].flatMap(([name, sources]) =>
      deploymentDirectives.includes(name) ? [] : directiveVerdicts(check, name, policy.get(name), sources),
    ),
  )
}

/**
 * Compares the headers of a document with those of core/document-headers.ts; empty if they match. Skips directives that
 * depend on deployment and project.
 */
export const headerVerdicts = (
  check: string,
  actual: Headers,
  expected: Readonly<Record<string, string>>,
): readonly CheckVerdict[] => [
  ...plainHeaderVerdicts(check, actual, expected),
  ...policyVerdicts(check, actual, expected['content-security-policy'] ?? ''),
]
