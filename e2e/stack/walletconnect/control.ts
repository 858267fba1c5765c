import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import * as z from 'zod/mini'
import { readJson } from '#server/core/json-text.ts'
import { describeMobileWallet, type MobileWallets, phoneSchema } from './phones.ts'
import type { Relay } from './relay.ts'
import { faultSchema } from './relay-fault.ts'
import { commandSchema } from './thread-messages.ts'

const relayOrder = z.strictObject({ project: z.optional(z.string()), fault: faultSchema })

type App = Hono<{ Bindings: HttpBindings }>

/** Endpoints by which tests control the relay: `POST /fault`, `POST /cut`, `GET /connections?project=`. */
export function createRelayControl(relay: Relay): App {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.post('/fault', async (c) => {
    const order = relayOrder.safeParse(readJson(await c.req.text()))
    if (!order.success) return c.json({ reasons: order.error.issues }, 400)
    relay.setFault(order.data.fault, order.data.project)
    return c.json(order.data)
  })
  app.post('/cut', (c) => {
    relay.cut(c.req.query('project'))
    return c.json({})
  })
  app.get('/connections', (c) => c.json(relay.connectionsOf(c.req.query('project') ?? '')))
  return app
}

/** Endpoints by which the page of a mobile wallet, or a test in place of its user, controls the wallet. */
export function createPhoneControl(phones: MobileWallets): App {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const missing = (c: Context) => c.json({ reasons: ['There is no such phone'] }, 404)

  app.post('/', async (c) => {
    const setup = phoneSchema.safeParse(readJson(await c.req.text()))
    if (!setup.success) return c.json({ reasons: setup.error.issues }, 400)
    return c.json({ id: await phones.open(setup.data) })
  })
  app.get('/:id', async (c) => {
    const phone = await phones.get(c.req.param('id'))
    if (phone === undefined) return missing(c)
    await phone.synchronize()
    return c.json(describeMobileWallet(phone))
  })
  app.get('/:id/events', async (c) => {
    const phone = await phones.get(c.req.param('id'))
    if (phone === undefined) return missing(c)
    return streamSSE(c, async (stream) => {
      const gone = new Promise<void>((resolve) => stream.onAbort(resolve))
      const tell = () => void stream.writeSSE({ data: JSON.stringify(describeMobileWallet(phone)) })
      const release = phone.onChange(tell)
      tell()
      await gone
      release()
    })
  })
  app.post('/:id', async (c) => {
    const phone = await phones.get(c.req.param('id'))
    if (phone === undefined) return missing(c)
    const command = commandSchema.safeParse(readJson(await c.req.text()))
    if (!command.success) return c.json({ reasons: command.error.issues }, 400)
    try {
      await phone.perform(command.data)
    } catch (error) {
      return c.json({ reasons: [error instanceof Error ? error.message : String(error)] }, 422)
    }
    return c.json(describeMobileWallet(phone))
  })
  return app
}
