import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { ServerEnv } from '#server/web/server-env.ts'
import { mountServer } from './mount-server.ts'

const app = (...paths: readonly string[]) => {
  const made = new Hono<ServerEnv>()
  for (const path of paths) made.get(path, (c) => c.text('answered'))
  return made
}
const server = () => app('/v1/account/:address/balance', '/*')

it('pages of the world › mounted before the server', async () => {
  const world = app('/__control/requests')
  world.use((_, next) => next())
  mountServer(world, server())
  expect((await world.request('/v1/account/0x1/balance')).status).toBe(200)
})

it.each(['/v1/account/:account/balance', '/*'])('page of the world at %s of the server › refused', (path) => {
  expect(() => mountServer(app(path), server())).toThrow('The local world answers GET')
})
