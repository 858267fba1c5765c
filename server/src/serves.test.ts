import { expect, it } from 'vitest'
import type { ServedPart } from './ports/served-part.ts'
import { openTestServer } from './testing/test-server.ts'

async function pathsOf(serves: ServedPart) {
  const { routes, close } = await openTestServer({ serves })
  await close()
  return routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
}

it('parts of a server › together every endpoint, each in one of them', async () => {
  const [all, embedded, others] = [
    await pathsOf('all'),
    await pathsOf('embedded-wallet'),
    await pathsOf('others'),
  ]
  expect([...embedded, ...others].toSorted()).toEqual(all.toSorted())
  // The proxy routes by this prefix.
  expect(embedded.filter((path) => !path.includes(' /embedded/v1/'))).toEqual([])
  expect(others.filter((path) => path.includes(' /embedded/v1/'))).toEqual([])
})

it('vault that another process serves › its host has the API, and no page', async () => {
  const serveFile = async () => new Response('widget')
  const server = await openTestServer({
    ...{ serves: 'others', serveFile, vaultElsewhere: 'https://vault.wallet.example' },
  })
  const get = async (host: string, path: string) =>
    (await server.app.request(`https://${host}${path}`, { headers: { host } })).status
  const query = 'projectId=demo&st=drawbridge&sv=html-eip155-0.1.0'
  for (const path of ['/', '/embed/1/demo', '/openapi.json']) {
    expect([path, await get('wallet.example', path)]).toEqual([path, 200])
    expect([path, await get('vault.wallet.example', path)]).toEqual([path, 404])
  }
  expect(await get('vault.wallet.example', `/projects/v1/origins?${query}`)).toBe(200)
  await server.close()
})

it('embedded wallet alone › no document of the widget', async () => {
  const server = await openTestServer({
    ...{ serves: 'embedded-wallet', serveFile: async () => new Response('widget') },
  })
  const statuses = ['/', '/embed/1/demo', '/openapi.json', '/csp-reports', '/livez'].map(async (path) => [
    path,
    (await server.app.request(path)).status,
  ])
  expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
    ...{ '/': 404, '/embed/1/demo': 404, '/openapi.json': 404, '/csp-reports': 404, '/livez': 200 },
  })
  await server.close()
})
