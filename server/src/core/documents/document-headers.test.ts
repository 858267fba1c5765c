import { describe, expect, it } from 'vitest'
import type { Project } from '../../ports/stores/projects.ts'
import {
  assetHeaders,
  confirmHeaders,
  type DocumentProject,
  documentHeaders,
  paymentHeaders,
  sdkHeaders,
  vaultHeaders,
} from './document-headers.ts'

const policy = { connectSources: ['ws://127.0.0.1:4'], frameSources: [] }
const project = (overrides: Partial<Project> = {}): Project => ({
  key: 'k',
  id: 'shop',
  name: 'Shop',
  allowedOrigins: ['http://dapp.localhost:2', 'shop.example'],
  acceptsDefaultOrigins: false,
  features: [],
  isAnalyticsEnabled: true,
  walletConnect: {},
  nameRegistry: 'default',
  createdAtMs: 0,
  ...overrides,
})
const cspOf = (of: DocumentProject, frameSources: readonly string[] = []) =>
  documentHeaders(of, { ...policy, frameSources }, [])['content-security-policy'] ?? ''
const ancestorsOf = (of: DocumentProject) => /frame-ancestors ([^;]+)/.exec(cspOf(of))?.[1]

describe('documentHeaders', () => {
  it('document in a tab › has the policy of the channel design', () => {
    const headers = documentHeaders('top-level', policy, ["'sha256-x'"])
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'sha256-x'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
        "connect-src 'self' ws://127.0.0.1:4; worker-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'; " +
        "require-trusted-types-for 'script'; trusted-types code-worker; frame-ancestors 'none'; report-to csp",
    )
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    // The camera scans QR codes; no frame inside the widget gets it.
    expect(headers['permissions-policy']).toBe(
      'camera=(self), accelerometer=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), ' +
        'microphone=(), midi=(), serial=(), usb=(), xr-spatial-tracking=()',
    )
  })

  it('confirm window › no frame, no opener policy, otherwise the same policy', () => {
    const headers = confirmHeaders(policy)
    const widget = documentHeaders('top-level', policy, [])
    expect(headers['content-security-policy']).toBe(widget['content-security-policy'])
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers).not.toHaveProperty('cross-origin-opener-policy')
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
  })

  it('every document › has its own agent cluster and a report endpoint', () => {
    for (const of of ['top-level', 'unknown'] as const)
      expect(documentHeaders(of, policy, [])).toMatchObject({
        'origin-agent-cluster': '?1',
        'reporting-endpoints': 'csp="/csp-reports"',
      })
  })

  it("relay › project's replaces the deployment's in connect-src; none adds no source", () => {
    const connectOf = (of: DocumentProject, relayUrl: string) =>
      /connect-src ([^;]+)/.exec(
        documentHeaders(of, { ...policy, relayUrl }, [])['content-security-policy'] ?? '',
      )?.[1]
    const withOwnRelay = project({
      walletConnect: { relayUrl: 'wss://own.example:8443/path?x=1;script-src' },
    })
    const off = project({ walletConnect: { relayUrl: 'none' } })
    expect(connectOf(project(), 'wss://relay.example')).toBe("'self' wss://relay.example ws://127.0.0.1:4")
    expect(connectOf('unknown', 'wss://relay.example')).toBe("'self' wss://relay.example ws://127.0.0.1:4")
    expect(connectOf(withOwnRelay, 'wss://relay.example')).toBe(
      "'self' wss://own.example:8443 ws://127.0.0.1:4",
    )
    expect(connectOf(withOwnRelay, 'none')).toBe("'self' wss://own.example:8443 ws://127.0.0.1:4")
    for (const [of, relayUrl] of [
      [off, 'wss://relay.example'],
      [project(), 'none'],
    ] as const)
      expect(connectOf(of, relayUrl)).toBe("'self' ws://127.0.0.1:4")
  })

  it('Verify host › only a project that enables it may frame it', () => {
    const isVerified = project({ walletConnect: { isVerified: true } })
    expect(cspOf(isVerified)).toContain('frame-src https://verify.walletconnect.org;')
    expect(cspOf(project())).not.toContain('frame-src')
    expect(cspOf(isVerified, ['https://pay.example:8443'])).toContain(
      'frame-src https://verify.walletconnect.org https://pay.example:8443;',
    )
  })

  it('document for isolated pages › has embedder policy, no frames; others neither', () => {
    const of = project({ walletConnect: { isVerified: true } })
    const isolated = documentHeaders(of, policy, [], true)
    expect(isolated['content-security-policy']).not.toContain('frame-src')
    expect(isolated).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(documentHeaders(of, policy, [])).not.toHaveProperty('cross-origin-embedder-policy')
  })
})

describe('frame-ancestors', () => {
  it.each([
    ['unknown project', 'unknown', "'none'"],
    ['tab of its own', 'top-level', "'none'"],
    ['project without origins', project({ allowedOrigins: [] }), "'none'"],
    ['listed origins', project(), 'http://dapp.localhost:2 https://shop.example'],
    ['every site', project({ allowedOrigins: ['*', 'https://*', '*.com'] }), "'none'"],
    [
      'default origins',
      project({ allowedOrigins: [], acceptsDefaultOrigins: true }),
      'http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:* ' +
        'https://*.pages.dev https://*.vercel.app',
    ],
  ] as const)('%s › %s › exact list', (_, of, ancestors) => {
    expect(ancestorsOf(of)).toBe(ancestors)
  })
})

describe('paymentHeaders', () => {
  const widget = 'https://wallet.example'
  const headersOf = (of: DocumentProject) => paymentHeaders(of, policy, widget)

  it('page of the project › may frame it inside the widget, with the vault’s policy otherwise', () => {
    const { 'content-security-policy': payment = '', ...headers } = headersOf(project())
    const vault = vaultHeaders(policy)['content-security-policy'] ?? ''
    expect(payment).toBe(
      vault.replace(
        "frame-ancestors 'none'",
        `frame-ancestors ${widget} http://dapp.localhost:2 https://shop.example`,
      ),
    )
    expect(headers).not.toHaveProperty('x-frame-options')
    expect(headers).not.toHaveProperty('cross-origin-opener-policy')
  })

  it.each([
    ['unknown project', 'unknown'],
    ['project without origins', project({ allowedOrigins: [] })],
    ['project for every site', project({ allowedOrigins: ['*'] })],
  ] as const)('%s › no page may frame it', (_, of) => {
    expect(headersOf(of)['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})

describe('assetHeaders', () => {
  it('script › has the embedder policy of isolated documents, as workers need it', () => {
    const policyOf = (path: string) => assetHeaders(path)['cross-origin-embedder-policy']
    expect(policyOf('/assets/code-worker-abc.js')).toBe('require-corp')
    expect(policyOf('/wallets/x.svg')).toBeUndefined()
  })

  it.each([
    ['/assets/index-abc.js', 'public, max-age=31536000, immutable'],
    ['/wallets/x.svg', 'public, max-age=3600'],
    ['/wallets/assets/x.svg', 'public, max-age=3600'],
  ])('asset %s › cached as %s', (path, cacheControl) => {
    expect(assetHeaders(path)['cache-control']).toBe(cacheControl)
  })
})

describe('sdkHeaders', () => {
  it.each([
    ['/sdk/0.1.0/drawbridge.js', 'public, max-age=31536000, immutable'],
    ['/sdk/1.2.3-beta.1/drawbridge.js', 'public, max-age=31536000, immutable'],
    ['/sdk/v1/drawbridge.js', 'public, max-age=3600'],
    ['/sdk/v1/0.1.0/drawbridge.js', 'public, max-age=3600'],
  ])('SDK file %s › cached as %s', (path, cacheControl) => {
    expect(sdkHeaders(path)['cache-control']).toBe(cacheControl)
  })
})
