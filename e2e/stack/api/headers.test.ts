import { describe, expect, it } from 'vitest'
import { assetHeaders, confirmHeaders, documentHeaders, inlineScriptSources } from './headers.ts'
import { createProjects, findProject } from './projects.ts'

const sites = {
  widget: 'http://widget.localhost:1',
  dapp: 'http://dapp.localhost:2',
  evil: 'http://evil.localhost:3',
}
const relayUrl = 'ws://127.0.0.1:4'
const projects = createProjects(sites)
const ancestorsOf = (id: string) =>
  /frame-ancestors ([^;]+)/.exec(
    documentHeaders(findProject(projects, id) ?? 'unknown', relayUrl, [])['content-security-policy'] ?? '',
  )?.[1]

describe('documentHeaders', () => {
  it('behavior: the policy is that of the channel design', () => {
    const headers = documentHeaders('top-level', relayUrl, ["'sha256-x'"])
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
    // The camera scans codes; no frame inside the widget gets it.
    expect(headers['permissions-policy']).toBe(
      'camera=(self), accelerometer=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), ' +
        'microphone=(), midi=(), serial=(), usb=(), xr-spatial-tracking=()',
    )
  })

  it('confirm window › no frame, no opener policy, the same policy otherwise', () => {
    const headers = confirmHeaders(relayUrl)
    const widget = documentHeaders('top-level', relayUrl, [])
    expect(headers['content-security-policy']).toBe(widget['content-security-policy'])
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers).not.toHaveProperty('cross-origin-opener-policy')
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
  })

  it('channel §6.8 › unknown project id › no site may frame the document', () => {
    expect(ancestorsOf('no-such-project')).toBe("'none'")
    expect(ancestorsOf('')).toBe("'none'")
  })

  it('channel §4.2 › every document › its own agent cluster, and an endpoint for reports', () => {
    for (const project of ['top-level', 'unknown'] as const)
      expect(documentHeaders(project, relayUrl, [])).toMatchObject({
        'origin-agent-cluster': '?1',
        'reporting-endpoints': 'csp="/csp-reports"',
      })
  })

  it('behavior: only a deployment that asks the Verify host lets a frame of it in', () => {
    const policyOf = (id: string) =>
      documentHeaders(findProject(projects, id) ?? 'unknown', relayUrl, [])['content-security-policy']
    expect(policyOf('verified')).toContain('frame-src https://verify.walletconnect.org;')
    expect(policyOf('demo')).not.toContain('frame-src')
  })

  it.each([
    ['demo', 'frame-src https://pay.example https://pay.example:8443;'],
    ['verified', 'frame-src https://verify.walletconnect.org https://pay.example https://pay.example:8443;'],
  ])(
    'param: to project %s the frames of providers are let in by their origins, and no others',
    (id, source) => {
      const frames = ['https://pay.example', 'https://pay.example:8443']
      const headers = documentHeaders(findProject(projects, id) ?? 'unknown', relayUrl, [], frames)
      expect(headers['content-security-policy']).toContain(source)
    },
  )

  it('behavior: the document for isolated pages sends their embedder policy and frames nobody; the other one does not', () => {
    const headersOf = (frames: readonly string[] | 'isolated') =>
      documentHeaders(findProject(projects, 'verified') ?? 'unknown', relayUrl, [], frames)
    const isolated = headersOf('isolated')
    expect(isolated['content-security-policy']).not.toContain('frame-src')
    expect(isolated).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(headersOf([])).not.toHaveProperty('cross-origin-embedder-policy')
  })

  it.each([
    ['demo', 'http://dapp.localhost:2 http://widget.localhost:1'],
    ['demo~12', 'http://dapp.localhost:2 http://widget.localhost:1'],
    ['unlisted', 'http://widget.localhost:1 http://dapp.localhost:2 http://evil.localhost:3'],
    ['nobody', "'none'"],
  ])('param: project %s may be framed by %s', (id, ancestors) => {
    expect(ancestorsOf(id)).toBe(ancestors)
  })
})

it.each([...projects.keys()])('Low › frame-ancestors of project %s › origins, never every site', (id) => {
  expect(ancestorsOf(id)?.split(' ')).not.toContain('*')
  expect(ancestorsOf(id)).not.toMatch(/(^| )https?:( |$)/)
})

describe('inlineScriptSources', () => {
  it('behavior: a script inside the document is named by its hash, files and data are not', () => {
    const html = '<script type="module" src="/a.js"></script><script>go()\n</script><meta content="x">'
    expect(inlineScriptSources(html)).toEqual(["'sha256-uxztVBOu4I1US70toGMPbtpfckNKW9OzJ9C6/M5mIrI='"])
  })
})

describe('assetHeaders', () => {
  it('behavior: scripts, of which one is a worker, send the embedder policy of the document for isolated pages', () => {
    const policyOf = (path: string) => assetHeaders(path)['cross-origin-embedder-policy']
    expect(policyOf('/assets/code-worker-abc.js')).toBe('require-corp')
    expect(policyOf('/wallets/x.svg')).toBeUndefined()
  })

  it.each([
    ['/assets/index-abc.js', 'public, max-age=31536000, immutable'],
    ['/wallets/x.svg', 'public, max-age=3600'],
    ['/wallets/assets/x.svg', 'public, max-age=3600'],
  ])('param: %s is cached as %s', (path, cacheControl) => {
    expect(assetHeaders(path)['cache-control']).toBe(cacheControl)
  })
})
