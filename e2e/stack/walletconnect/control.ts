import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { readJson } from '#server/core/json-text.ts'
import * as z from '#shared/zod.ts'
import { describeMobileWallet, type MobileWallets, mobileWalletSchema } from './phones.ts'
import type { Relay } from './relay.ts'
import { faultSchema } from './relay-fault.ts'
import { commandSchema } from './thread-messages.ts'

const faultRequestSchema = z.strictObject({ project: z.optional(z.string()), fault: faultSchema })

type App = Hono<{ Bindings: HttpBindings }>

/** Endpoints by which tests control the relay: `POST /fault`, `POST /cut`, `GET /connections?project=`. */
export function createRelayControl(relay: Relay): App {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.post('/fault', async (c) => {
    const faultRequest = faultRequestSchema.safeParse(readJson(await c.req.text()))
    if (!faultRequest.success) return c.json({ reasons: faultRequest.error.issues }, 400)
    relay.setFault(faultRequest.data.fault, faultRequest.data.project)
    return c.json(faultRequest.data)
  })
  app.post('/cut', (c) => {
    relay.cut(c.req.query('project'))
    return c.json({})
  })
  app.get('/connections', (c) => c.json(relay.connectionsOf(c.req.query('project') ?? '')))
  return app
}

/** Endpoints by which the page of a mobile wallet, or a test in place of its user, controls the wallet. */
export function createMobileWalletControl(wallets: MobileWallets): App {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const notFound = (c: Context) => c.json({ reasons: ['There is no such phone'] }, 404)

  app.post('/', async (c) => {
    const setup = mobileWalletSchema.safeParse(readJson(await c.req.text()))
    if (!setup.success) return c.json({ reasons: setup.error.issues }, 400)
    return c.json({ id: await wallets.open(setup.data) })
  })
  app.get('/:id', async (c) => {
    const wallet = await wallets.get(c.req.param('id'))
    if (wallet === undefined) return notFound(c)
    await wallet.synchronize()
    return c.json(describeMobileWallet(wallet))
  })
  app.get('/:id/events', async (c) => {
    const wallet = await wallets.get(c.req.param('id'))
    if (wallet === undefined) return notFound(c)
    return streamSSE(c, async (stream) => {
      const closed = new Promise<void>((resolve) => stream.onAbort(resolve))
      const sendState = () => void stream.writeSSE({ data: JSON.stringify(describeMobileWallet(wallet)) })
      const unsubscribe = wallet.onChange(sendState)
      sendState()
      await closed
      unsubscribe()
    })
  })
  app.post('/:id', async (c) => {
    const wallet = await wallets.get(c.req.param('id'))
    if (wallet === undefined) return notFound(c)
    const command = commandSchema.safeParse(readJson(await c.req.text()))
    if (!command.success) return c.json({ reasons: command.error.issues }, 400)
    try {
      await wallet.perform(command.data)
    } catch (error) {
      return c.json({ reasons: [error instanceof Error ? error.message : String(error)] }, 422)
    }
    return c.json(describeMobileWallet(wallet))
  })
  return app
}
