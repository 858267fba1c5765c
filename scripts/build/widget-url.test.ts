import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { root } from '../project-files.ts'
import { builtUrlProblems, builtWidgetUrl, widgetUrlProblem } from './widget-url.ts'

const wallet = 'https://wallet.example'

/** A build of three entries, as Vite and terser write them. */
const built = (url: string) => [
  { path: 'bundle.js', text: `let a=t(r.widgetUrl??\`${url}\`)` },
  { path: 'drawbridge.js', text: `a=t(e.widgetUrl??"${url}")` },
  { path: 'index.js', text: `var defaultWidgetUrl = "${url}";` },
]

describe('DRAWBRIDGE_WIDGET_URL', () => {
  it.each([
    [undefined, /^DRAWBRIDGE_WIDGET_URL is not set/],
    ['', /is not set/],
    ['wallet.example', /is no URL/],
    ['http://wallet.example', /must be https/],
    ['https://localhost:5173', /must be a public host name/],
    ['https://widget.localhost', /must be a public host name/],
    ['https://127.0.0.1', /must be a public host name/],
    ['https://[::1]', /must be a public host name/],
    ['https://192.168.1.4:8443', /must be a public host name/],
    ['https://intranet', /must be a public host name/],
    ['https://wallet.local', /must be a public host name/],
    ['https://wallet.example/', /must be an origin.*; https:\/\/wallet\.example is one$/],
    ['https://wallet.example/v1', /must be an origin/],
    ['https://user@wallet.example', /must be an origin/],
  ])('prepack › %s › rejected with a sentence that names the variable', (url, sentence) => {
    expect(widgetUrlProblem(url)).toMatch(sentence)
  })

  it.each([[wallet], ['https://wallet.your-shop.example:8443']])('prepack › %s › accepted', (url) => {
    expect(widgetUrlProblem(url)).toBeUndefined()
  })
})

describe('built files', () => {
  it('prepack › built for that widget › accepted', () => {
    expect(builtUrlProblems(built(wallet), wallet)).toEqual([])
  })

  it('prepack › built for localhost › every entry rejected', () => {
    const problems = builtUrlProblems(built('http://widget.localhost:5173'), wallet)
    for (const { path } of built(wallet))
      expect(problems).toContain(
        `host-sdk ${path} was built for http://widget.localhost:5173, not for ${wallet}`,
      )
    expect(problems).toHaveLength(6)
  })

  it('prepack › one entry built for another widget › names both URLs', () => {
    const [first, ...others] = built(wallet)
    const files = [{ ...first, path: 'bundle.js', text: 'r.widgetUrl??`https://other.example`' }, ...others]
    expect(builtUrlProblems(files, wallet)).toEqual([
      `host-sdk bundle.js was built for https://other.example, not for ${wallet}`,
    ])
  })

  it('prepack › another file names localhost › rejected; option patterns are not', () => {
    const files = [
      ...built(wallet),
      { path: 'own-nodes.js', text: 'fetch("http://127.0.0.1:8545/x")' },
      { path: 'button.js', text: String.raw`/^(localhost|127\.)/, "http on localhost: "` },
    ]
    expect(builtUrlProblems(files, wallet)).toEqual([
      'host-sdk own-nodes.js contains the local address http://127.0.0.1:8545/x',
    ])
  })

  it('prepack › entry missing or without default URL › rejected', () => {
    expect(builtUrlProblems(built(wallet).slice(1), wallet)).toEqual(['host-sdk has no bundle.js'])
    expect(() => builtWidgetUrl({ path: 'index.js', text: 'let a=1' })).toThrow(
      'index.js contains no default widget address',
    )
  })
})

// npm and tsx start in one second, and in ten while the machine is busy.
it('npm pack in host-sdk › for localhost › prepack exits with 1, names the variable', () => {
  const prepack = () =>
    execFileSync('npm', ['run', '--silent', 'prepack'], {
      cwd: `${root}/host-sdk`,
      env: { ...process.env, DRAWBRIDGE_WIDGET_URL: 'https://localhost' },
      stdio: 'pipe',
      encoding: 'utf8',
    })
  expect(prepack).toThrow(/DRAWBRIDGE_WIDGET_URL must be a public host name/)
}, 60_000)
