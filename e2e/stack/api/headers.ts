import { createHash } from 'node:crypto'
import type { Project } from './projects.ts'

/** Permissions the widget's document gives up for good. The camera stays its own: it scans codes, where the page lets it. */
const deniedPermissions = [
  'accelerometer',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

const policy = (relayUrl: string, scripts: readonly string[]) => [
  "default-src 'none'",
  ["script-src 'self'", ...scripts].join(' '),
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  `connect-src 'self' ${relayUrl}`,
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  // The worker that reads codes: its policy lets that one script through.
  'trusted-types code-worker',
]

/** The one host of WalletConnect's vendor that the SDK opens a frame of, with `walletConnect.verify` only. */
const verifyHost = 'https://verify.walletconnect.org'

/**
 * Origins that may frame the document: none when it is opened in a tab of its own or for an unknown project, else those of the
 * project. Never `*`: a page that is not named gets no widget.
 * CSP lets `*` stand for several labels and knows no opaque origins; the widget's own gate is exact.
 */
function frameAncestors(project: DocumentProject): string {
  if (project === 'top-level' || project === 'unknown') return "'none'"
  return project.framedBy.length === 0 ? "'none'" : project.framedBy.join(' ')
}

/** The project a document is served for: none in a tab of its own, or an id that no project has. */
export type DocumentProject = Project | 'top-level' | 'unknown'

/** Where browsers report violations of the policy; the name is that of its `report-to`. */
const reportGroup = 'csp'
export const reportPath = '/csp-reports'

/** CSP source expressions of the scripts inside a document: the widget has one, its handshake (CSP 3, hash-source). */
export function inlineScriptSources(html: string): readonly string[] {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

/**
 * What an isolated page asks of the document of a frame. `require-corp`, which every browser understands, costs nothing
 * against `credentialless`: all that the widget loads is of its own origin, or asked for by CORS.
 */
const isolatedHeaders = { 'cross-origin-embedder-policy': 'require-corp' }

/**
 * Headers of the widget's document; a release must send the same, with its API and relay in `connect-src`, the hash of
 * the document's own script in `script-src` and, in `frame-src`, the Verify host where `walletConnect.verify` is on and the
 * `origins` of all providers in `onrampProviders` whose page stands in a frame. The document for isolated pages
 * (`isolatedEmbedPath`) frames nobody: `frames` is `'isolated'`.
 */
export function documentHeaders(
  project: DocumentProject,
  relayUrl: string,
  scripts: readonly string[],
  frames: readonly string[] | 'isolated' = [],
): Record<string, string> {
  const isIsolated = frames === 'isolated'
  const isVerified = typeof project === 'object' && project.asksVerify
  const framed = isIsolated ? [] : [...(isVerified ? [verifyHost] : []), ...frames]
  return {
    'content-security-policy': [
      ...policy(relayUrl, scripts),
      ...(framed.length > 0 ? [`frame-src ${framed.join(' ')}`] : []),
      `frame-ancestors ${frameAncestors(project)}`,
      `report-to ${reportGroup}`,
    ].join('; '),
    'reporting-endpoints': `${reportGroup}="${reportPath}"`,
    // A process of its own where the browser can: no page of another origin of this site shares it.
    'origin-agent-cluster': '?1',
    'cross-origin-resource-policy': 'cross-origin',
    // In a tab of its own no page that opened it has a handle to it (R14); browsers ignore the header in a frame.
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'permissions-policy': ['camera=(self)', ...deniedPermissions.map((name) => `${name}=()`)].join(', '),
    'cache-control': 'no-store',
    ...(isIsolated ? isolatedHeaders : {}),
  }
}

/**
 * Headers of the confirm window's document (`/confirm.html`). No page may frame it. It sends no
 * Cross-Origin-Opener-Policy, which would cut it off from the frame that opened it, and may embed no frame itself.
 */
export function confirmHeaders(relayUrl: string): Record<string, string> {
  const { 'cross-origin-opener-policy': _cut, ...headers } = documentHeaders('top-level', relayUrl, [])
  return { ...headers, 'x-frame-options': 'DENY', 'cross-origin-resource-policy': 'same-origin' }
}

/** Headers of everything else the widget's origin serves; hashed files never change. */
export function assetHeaders(path: string): Record<string, string> {
  return {
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': /^\/(dev-)?assets\//.test(path)
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600',
    // A worker starts in that document only when its own script sends the same (HTML, "run a worker").
    ...(path.endsWith('.js') ? isolatedHeaders : {}),
    ...(path.endsWith('.svg')
      ? { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }
      : {}),
  }
}
