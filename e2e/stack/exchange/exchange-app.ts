import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import * as z from '#shared/zod.ts'
import type { ExchangeService, Payment } from './exchange-service.ts'
import { paymentPage } from './pages.ts'

const actSchema = z.object({
  act: z.enum(['sign-in', 'confirm', 'decline', 'release']),
  person: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
})

/** The exchange's site, where the user signs in, sees the balance there, and pays. */
export function createExchangeApp(service: ExchangeService): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const renderPayment = (c: Context, payment: Payment) =>
    c.html(paymentPage(service, payment), 200, {
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      ...(payment.exchange.isStrict ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
    })

  app.get('/', (c) => c.text('The exchange of the local world'))
  app.get('/pay/:id', (c) => {
    const payment = service.find(c.req.param('id'))
    return payment ? renderPayment(c, payment) : c.text('There is no such payment', 404)
  })
  app.post('/pay/:id', async (c) => {
    const payment = service.find(c.req.param('id'))
    const form = actSchema.safeParse(await c.req.parseBody())
    if (!payment || !form.success) return c.text('There is no such payment', 404)
    const { act, person } = form.data
    if (act === 'sign-in' && person !== undefined) service.signIn(payment, person)
    if (act === 'confirm') await service.confirm(payment)
    if (act === 'decline') service.decline(payment)
    if (act === 'release') await service.release(payment)
    return c.redirect(c.req.path, 303)
  })
  return app
}
