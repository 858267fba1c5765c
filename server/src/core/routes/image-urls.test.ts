import { describe, expect, it } from 'vitest'
import { createReferenceSigner } from '../../adapters/images/reference-signer.ts'
import { createImageUrls } from './image-urls.ts'

const signerOf = (byte: number) => createReferenceSigner([new Uint8Array(32).fill(byte)])
const signer = signerOf(1)
const urls = createImageUrls({ signer, ipfsGateway: 'https://ipfs.example/ipfs/' })
const prefix = '/public/getTokenImage/'

/** The remote URL of an image URL of the server. */
const remoteOf = (url: string | null | undefined) => {
  const served = urls.imageUrlFor(url)
  return served?.startsWith(prefix) ? urls.remoteUrlOf(served.slice(prefix.length)) : served
}

describe('image URLs', () => {
  it.each([
    ['https://example.com/a.png', 'https://example.com/a.png'],
    ['https://EXAMPLE.com:443/a b.png?c=d&e=%20#f', 'https://example.com/a%20b.png?c=d&e=%20'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['https://1.1.1.1/', 'https://1.1.1.1/'],
    [`ipfs://${'Q'.repeat(46)}`, `https://ipfs.example/ipfs/${'Q'.repeat(46)}`],
    [`ipfs://ipfs/${'b'.repeat(59)}/1.png`, `https://ipfs.example/ipfs/${'b'.repeat(59)}/1.png`],
  ])('%s › reference to %s', (url, expected) => {
    const served = urls.imageUrlFor(url) ?? ''
    expect(served).toMatch(/^\/public\/getTokenImage\/[\w-]+\.[\w-]{22}$/)
    expect(remoteOf(url)).toBe(expected)
    expect(new URL(served, 'https://wallet.example').pathname).toBe(served)
  })

  it.each([
    '/tokens/usdc.svg',
    '/wallets/1inch.webp',
    '/networks/eip155-1.svg',
    'data:image/png;base64,AAAA',
    'data:image/svg+xml,%3Csvg/%3E',
  ])('%s › unchanged', (url) => expect(urls.imageUrlFor(url)).toBe(url))

  it.each([
    undefined,
    null,
    '',
    'http://example.com/a.png',
    'https://user:pass@example.com/a.png',
    'https://example.com:8443/a.png',
    'https://localhost/a.png',
    'https://[::1]/a.png',
    '//example.com/a.png',
    '/auth/v1/sign-out',
    '/tokens/../auth',
    '/tokens/usdc.svg?a',
    '\\tokens\\usdc.svg',
    'javascript:alert(1)',
    'data:text/html,<script>',
    'data:image/svg',
    'blob:https://example.com/1',
    'file:///etc/passwd',
    'ar://abc',
    'ipfs://short',
    `ipfs://${'Q'.repeat(46)}?x`,
    `https://example.com/${'a'.repeat(2_048)}`,
    `https://example.com/${'ü'.repeat(1_000)}`,
    `data:image/png;base64,${'A'.repeat(32_768)}`,
  ])('%s › no URL', (url) => expect(urls.imageUrlFor(url)).toBeUndefined())

  it('no gateway › no URL for IPFS images', () =>
    expect(createImageUrls({ signer }).imageUrlFor(`ipfs://${'Q'.repeat(46)}`)).toBeUndefined())

  it.each(['http://images.internal:8080/a.png', 'https://images.internal:8080/a.png'])(
    '%s › allowed origin › reference',
    (url) => {
      const allowedOrigins = [new URL(url).origin]
      const id = createImageUrls({ signer, allowedOrigins }).imageUrlFor(url)?.slice(prefix.length) ?? ''
      expect(urls.remoteUrlOf(id)).toBe(url)
      expect(urls.imageUrlFor(url)).toBeUndefined()
      expect(createImageUrls({ signer, allowedOrigins: ['https://images.internal'] }).imageUrlFor(url)).toBe(
        undefined,
      )
    },
  )

  it('API on another origin › origin precedes the path', () =>
    expect(
      createImageUrls({ signer, base: 'https://api.example' }).imageUrlFor('https://a.example/'),
    ).toMatch(/^https:\/\/api\.example\/public\/getTokenImage\//))

  it('equal URLs › one reference, so that caches store one image', () =>
    expect(urls.imageUrlFor('https://a.example/b')).toBe(urls.imageUrlFor('https://A.EXAMPLE:443/b#c')))

  it('any changed character of a reference › rejected', () => {
    const id = urls.imageUrlFor('https://a.example/logo.png')?.slice(prefix.length) ?? ''
    expect(urls.remoteUrlOf(id)).toBe('https://a.example/logo.png')
    for (const index of id.split('').keys()) {
      const other = id[index] === 'A' ? 'B' : 'A'
      expect(urls.remoteUrlOf(id.slice(0, index) + other + id.slice(index + 1))).toBeUndefined()
      expect(urls.remoteUrlOf(id.slice(0, index))).toBeUndefined()
    }
  })

  it.each([
    '',
    '.',
    'usdc',
    'aHR0cHM.',
    `${btoa('https://a.example/')}.${'A'.repeat(22)}`,
    'https://a.example/',
  ])('invented id %j › rejected', (id) => expect(urls.remoteUrlOf(id)).toBeUndefined())

  it('reference with padding or another encoding › rejected', () => {
    const [encoded = '', signature = ''] =
      urls.imageUrlFor('https://a.example/ab')?.slice(prefix.length).split('.') ?? []
    expect(urls.remoteUrlOf(`${encoded}.${signature}`)).toBe('https://a.example/ab')
    for (const odd of [`${encoded}=`, ` ${encoded}`, `${encoded}A`])
      expect(urls.remoteUrlOf(`${odd}.${signature}`)).toBeUndefined()
    // 20 bytes leave two bits of the last character unused, so that four letters decode to the same bytes.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const read = [...letters].filter((last) =>
      urls.remoteUrlOf(`${encoded.slice(0, -1)}${last}.${signature}`),
    )
    expect(read).toEqual([encoded.at(-1)])
  })

  it('reference of another deployment or signed for another purpose › rejected', () => {
    const foreign = createImageUrls({ signer: signerOf(2) }).imageUrlFor('https://a.example/') ?? ''
    expect(urls.remoteUrlOf(foreign.slice(prefix.length))).toBeUndefined()
    expect(
      urls.remoteUrlOf(`${btoa('https://a.example/')}.${signer.sign('https://a.example/')}`),
    ).toBeUndefined()
  })
})
