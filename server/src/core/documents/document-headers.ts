import { defaultAllowedOrigins } from '../../../../shared/api/origin-pattern.ts'
import type { Project } from '../../ports/stores/projects.ts'
import { cspSources } from './csp-sources.ts'

type Headers = Readonly<Record<string, string>>

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

/** What of the deployment's configuration decides the policy of its documents. */
export type DocumentPolicy = {
  /** CSP sources beside `'self'` that the widget connects to: API and gateway of other origins. */
  readonly connectSources: readonly string[]
  /** Relay of WalletConnect, of projects that have no other; absent or `none`: there is none. */
  readonly relayUrl?: string
  /** Origins whose pages the widget may frame: providers that sell for money. */
  readonly frameSources: readonly string[]
}

/** The project a document is served for: none in a tab of its own, or an id that no project has. */
export type DocumentProject = Project | 'top-level' | 'unknown'

const policyOf = (connectSources: readonly string[], scripts: readonly string[]) => [
  "default-src 'none'",
  ["script-src 'self'", ...scripts].join(' '),
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  ["connect-src 'self'", ...connectSources].join(' '),
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
 */
function frameAncestors(project: DocumentProject): string {
  if (project === 'top-level' || project === 'unknown') return "'none'"
  const patterns = [
    ...project.allowedOrigins,
    ...(project.acceptsDefaultOrigins ? defaultAllowedOrigins : []),
  ]
  return [...new Set(patterns.flatMap(cspSources))].join(' ') || "'none'"
}

/** The CSP sources of a document's connections beside those of `connectSources`: its relay. */
function relaySources(project: DocumentProject, { relayUrl }: DocumentPolicy): readonly string[] {
  const own = typeof project === 'object' ? project.walletConnect.relayUrl : undefined
  const url = own ?? relayUrl ?? 'none'
  return url === 'none' ? [] : [new URL(url).origin]
}

/** Where browsers report violations of the policy; the name is that of its `report-to`. */
const reportGroup = 'csp'
export const reportPath = '/csp-reports'

/**
 * What an isolated page requires of the document of a frame. `require-corp`, which every browser understands, costs nothing
 * against `credentialless`: all that the widget loads is of its own origin, or requested by CORS.
 */
const isolatedHeaders: Headers = { 'cross-origin-embedder-policy': 'require-corp' }

/**
 * Headers of the widget's document.
 * @param scripts CSP sources of the scripts inside the document.
 * @param isIsolated whether it is the document for cross-origin isolated pages (`isolatedEmbedPath`), which can frame no other.
 */
export function documentHeaders(
  project: DocumentProject,
  policy: DocumentPolicy,
  scripts: readonly string[],
  isIsolated = false,
): Headers {
  const isVerified = typeof project === 'object' && project.walletConnect.isVerified === true
  const framed = isIsolated ? [] : [...(isVerified ? [verifyHost] : []), ...policy.frameSources]
  const connectSources = [...new Set([...relaySources(project, policy), ...policy.connectSources])]
  return {
    'content-security-policy': [
      ...policyOf(connectSources, scripts),
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
export function confirmHeaders(policy: DocumentPolicy): Headers {
  const { 'cross-origin-opener-policy': _cut, ...headers } = documentHeaders(
    'top-level',
    { ...policy, frameSources: [] },
    [],
  )
  return { ...headers, 'x-frame-options': 'DENY', 'cross-origin-resource-policy': 'same-origin' }
}

/** An SVG that is opened as a document of this origin must not run anything. */
export const pictureHeaders: Headers = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

/** Start of the path of a file of an exact SDK version. */
export const sdkReleasePath = /^\/sdk\/\d+\.\d+\.\d+[^/]*\//

/**
 * Headers of the SDK's files (`/sdk/<version>/…`), which pages of any origin load: those of an exact version never change,
 * those of a protocol version (`/sdk/v1/…`) change with each release.
 */
export function sdkHeaders(path: string): Headers {
  return {
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': sdkReleasePath.test(path)
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600',
  }
}

/** Headers of everything else the widget's origin serves; hashed files never change. */
export function assetHeaders(path: string): Headers {
  return {
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': /^\/assets\//.test(path)
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600',
    // A worker starts in that document only when its own script sends the same (HTML, "run a worker").
    ...(path.endsWith('.js') ? isolatedHeaders : {}),
    ...(path.endsWith('.svg') ? pictureHeaders : {}),
  }
}
