import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { readJson } from '#server/core/json-text.ts'
import type { OrderStore } from '#server/ports/stores/orders.ts'
import type { Sales } from '../onramp/sales.ts'

const wishSchema = z.strictObject({
  project: z.string(),
  /** `Cross-Origin-Opener-Policy` of the pages of its next sales. */
  openerPolicy: z.optional(z.string()),
  /** Lets the price of its unpaid sales lapse. */
  expire: z.optional(z.boolean()),
})

/** What tests may do to the provider. */
export function createOnrampControl(sales: Sales): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.post('/', async (c) => {
    const wish = wishSchema.safeParse(readJson(await c.req.text()))
    if (!wish.success) return c.json({ reasons: wish.error.issues }, 400)
    const { project, openerPolicy, expire } = wish.data
    if (openerPolicy !== undefined) sales.setOpenerPolicy(project, openerPolicy)
    if (expire) await sales.expire(project)
    return c.json({})
  })
  return app
}

/** The server's orders; the world's provider reads the project of each, which a real provider does not know. */
export const watchOrders = (store: OrderStore, sales: Sales): OrderStore => ({
  ...store,
  add: async (order) => {
    const stored = await store.add(order)
    sales.assign(stored.vendorId, stored.projectKey)
    return stored
  },
})
