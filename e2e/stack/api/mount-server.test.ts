import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { ServerEnv } from '#server/web/server-env.ts'
import { mountServer } from './mount-server.ts'

const app = (...paths: readonly string[]) => {
  const router = new Hono<ServerEnv>()
  for (const path of paths) router.get(path, (c) => c.text('answered'))
  return router
}
const server = () => app('/v1/account/:address/balance', '/*')

it('pages of the world and the server › both respond', async () => {
  const world = app('/__control/requests')
  world.use((_, next) => next())
  mountServer(world, server())
  expect((await world.request('/v1/account/0x1/balance')).status).toBe(200)
})

it.each(['/v1/account/:account/balance', '/*'])('page of the world at %s of the server › throws', (path) => {
  expect(() => mountServer(app(path), server())).toThrow('The local world answers GET')
})
