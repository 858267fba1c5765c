import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { ExchangeService, Payment } from './exchange-service.ts'
import { paymentPage } from './pages.ts'

const actSchema = z.object({
  act: z.enum(['sign-in', 'confirm', 'decline', 'release']),
  person: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
})

/** The exchange's own site, where a person signs in, sees what they have there, and pays. */
export function createExchangeApp(desk: ExchangeService): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const shown = (c: Context, payment: Payment) =>
    c.html(paymentPage(desk, payment), 200, {
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      ...(payment.exchange.isStrict ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
    })

  app.get('/', (c) => c.text('The exchange of the local world'))
  app.get('/pay/:id', (c) => {
    const payment = desk.find(c.req.param('id'))
    return payment ? shown(c, payment) : c.text('There is no such payment', 404)
  })
  app.post('/pay/:id', async (c) => {
    const payment = desk.find(c.req.param('id'))
    const asked = actSchema.safeParse(await c.req.parseBody())
    if (!payment || !asked.success) return c.text('There is no such payment', 404)
    const { act, person } = asked.data
    if (act === 'sign-in' && person !== undefined) desk.signIn(payment, person)
    if (act === 'confirm') await desk.confirm(payment)
    if (act === 'decline') desk.decline(payment)
    if (act === 'release') await desk.release(payment)
    return c.redirect(c.req.path, 303)
  })
  return app
}
