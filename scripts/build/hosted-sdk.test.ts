import { describe, expect, it } from 'vitest'
import { sdkManifestSchema } from '#shared/config/sdk-manifest.ts'
import * as z from '#shared/zod.ts'
import { hostedFiles, integrityOf, sdkManifest } from './hosted-sdk.ts'

const built = [
  { path: 'bundle.js', text: 'var d=`https://a.example`;f(o.widgetUrl??`https://a.example`)' },
  { path: 'drawbridge.js', text: 'let $$=new URL(".",s);f(o.widgetUrl??"https://a.example")' },
  { path: 'index.js', text: 'import "comlink"' },
  { path: 'page-faces.js', text: 'export{}' },
]

describe('hostedFiles', () => {
  it("hosted SDK › built for a fixed widget › opens its own origin's widget", () => {
    const files = Object.fromEntries(hostedFiles(built).map(({ path, text }) => [path, text]))
    expect(files['drawbridge.js']).toBe('let $$=new URL(".",s);f(o.widgetUrl??$$.origin)')
    expect(files['bundle.js']).toBe(
      'var d=new URL(import.meta.url).origin;f(o.widgetUrl??new URL(import.meta.url).origin)',
    )
  })

  it('hosted SDK › index.js with package imports › omitted, others unchanged', () => {
    expect(hostedFiles(built).map(({ path }) => path)).toEqual([
      'bundle.js',
      'drawbridge.js',
      'page-faces.js',
    ])
    expect(hostedFiles(built)[2]).toEqual(built[3])
  })

  it.each([
    ['no address', 'f(o.widgetUrl)', /contains no default widget address/],
    [
      'an address in a longer text',
      'f(o.widgetUrl??"https://a.example","https://a.example/x")',
      /longer text/,
    ],
  ])('hosted SDK › %s › the build fails', (_case, text, message) => {
    expect(() => hostedFiles([{ path: 'drawbridge.js', text }])).toThrow(message)
  })
})

describe('sdkManifest', () => {
  it('manifest › version, protocol, hash and size of each file, as in the schema', () => {
    const manifest = sdkManifest([{ path: 'button.js', text: 'alert("é")' }], '1.2.3', 1)
    expect(manifest).toEqual({
      version: '1.2.3',
      protocol: 1,
      files: { 'button.js': { integrity: integrityOf('alert("é")'), bytes: 11 } },
    })
    expect(z.parse(sdkManifestSchema, JSON.parse(JSON.stringify(manifest)))).toEqual(manifest)
  })

  it('integrity › the example of W3C SRI §3.1 › its sha384', () => {
    expect(integrityOf("alert('Hello, world.');")).toBe(
      'sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO',
    )
  })

  it.each([
    ['a path instead of a name', { '../button.js': { integrity: integrityOf(''), bytes: 1 } }],
    ['another hash', { 'button.js': { integrity: 'sha256-AAAA', bytes: 1 } }],
    ['no size', { 'button.js': { integrity: integrityOf('') } }],
  ])('manifest › %s › invalid', (_case, files) => {
    expect(z.safeParse(sdkManifestSchema, { version: '1.2.3', protocol: 1, files }).success).toBe(false)
  })
})
