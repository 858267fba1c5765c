import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import * as z from '../../shared/zod.ts'
import { sampleImages } from './adapters/pictures/testing/pictures.ts'
import { type ConfigInput, configSchema } from './config/config-schema.ts'
import { openImages } from './open-images.ts'
import { openTestServer } from './testing/test-server.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const url = 'https://pictures.example/a.png'
const idOf = (served: string | undefined) => served?.slice(served.lastIndexOf('/') + 1) ?? ''

/** A deployment's database, and its images at each start. */
async function deployment() {
  const server = await openTestServer()
  open.push(server.close)
  const start = async (input: ConfigInput = {}) => {
    const config = { ...z.parse(configSchema, input), publicUrl: 'https://wallet.example' }
    const opened = await openImages(config, server.stores.settings, quiet)
    open.push(opened.close)
    return opened
  }
  return { start, settings: server.stores.settings }
}

it('references › valid after a restart, and in no other deployment', async () => {
  const { start } = await deployment()
  const id = idOf((await start()).urls.imageUrlFor(url))
  expect((await start()).urls.remoteUrlOf(id)).toBe(url)
  expect((await (await deployment()).start()).urls.remoteUrlOf(id)).toBeUndefined()
})

it('secretKeys › sign, former keys stay valid, nothing is stored', async () => {
  const { start, settings } = await deployment()
  const key = (id: string) => ({ id, key: Buffer.alloc(32, id).toString('base64') })
  const id = idOf((await start({ secretKeys: [key('a')] })).urls.imageUrlFor(url))
  expect((await start({ secretKeys: [key('b'), key('a')] })).urls.remoteUrlOf(id)).toBe(url)
  expect((await start({ secretKeys: [key('b')] })).urls.remoteUrlOf(id)).toBeUndefined()
  expect(await settings.getOrAdd('picture-references', 'none yet')).toBe('none yet')
})

it('host of the private network › fetched only if listed', async () => {
  const host = createServer((_, response) => response.end(sampleImages.png))
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  open.push(
    () => host.close(),
    () => host.closeAllConnections(),
  )
  const address = host.address()
  const name = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const { start } = await deployment()
  const listed = await start({ images: { allowedPrivateHosts: [name] } })
  const remote = `http://${name}/a.png`
  expect(listed.urls.remoteUrlOf(idOf(listed.urls.imageUrlFor(remote)))).toBe(remote)
  expect(await listed.source.find(remote)).toMatchObject({ is: 'found' })
  const others = await start()
  expect(others.urls.imageUrlFor(remote)).toBeUndefined()
  expect(await others.source.find(remote)).toMatchObject({ is: 'absent' })
})

it('IPFS gateway › serves images of ipfs:// URLs', async () => {
  const { start } = await deployment()
  const { urls } = await start({ images: { ipfsGateway: 'https://ipfs.example/ipfs/' } })
  const cid = 'Q'.repeat(46)
  expect(urls.remoteUrlOf(idOf(urls.imageUrlFor(`ipfs://${cid}`)))).toBe(`https://ipfs.example/ipfs/${cid}`)
})
