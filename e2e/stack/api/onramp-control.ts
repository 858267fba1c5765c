import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { readJson } from '#server/core/json-text.ts'
import type { OrderStore } from '#server/ports/stores/orders.ts'
import * as z from '#shared/zod.ts'
import type { Sales } from '../onramp/sales.ts'

const commandSchema = z.strictObject({
  project: z.string(),
  /** `Cross-Origin-Opener-Policy` for the pages of the project's next sales. */
  openerPolicy: z.optional(z.string()),
  /** Expires the price of the project's unpaid sales. */
  expire: z.optional(z.boolean()),
})

/** Creates the endpoints by which tests control the onramp provider. */
export function createOnrampControl(sales: Sales): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.post('/', async (c) => {
    const command = commandSchema.safeParse(readJson(await c.req.text()))
    if (!command.success) return c.json({ reasons: command.error.issues }, 400)
    const { project, openerPolicy, expire } = command.data
    if (openerPolicy !== undefined) sales.setOpenerPolicy(project, openerPolicy)
    if (expire) await sales.expire(project)
    return c.json({})
  })
  return app
}

/** Wraps the server's orders, to give the provider the project of each sale. A real provider does not get it. */
export const withOrderProjects = (store: OrderStore, sales: Sales): OrderStore => ({
  ...store,
  add: async (order) => {
    const stored = await store.add(order)
    sales.assign(stored.vendorId, stored.projectKey)
    return stored
  },
})
