import { formatUnits } from 'viem'
import { escapeHtml } from '../local-page.ts'
import type { ExchangeService, Payment } from './exchange-service.ts'

const style = `
  :root { font: 16px/1.5 system-ui, sans-serif; color: #1d2b26; background: #eef4f0; }
  body { max-width: 26rem; margin: 2rem auto; padding: 1.5rem; background: #fff; border-radius: 12px; }
  h1 { font-size: 1.25rem; margin: 0 0 1rem; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; }
  dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
  label { display: grid; gap: .25rem; }
  input, button { font: inherit; padding: .6rem .8rem; border-radius: 8px; border: 1px solid #9db3a8; }
  button { width: 100%; margin-top: .75rem; cursor: pointer; background: #1f6f50; color: #fff; border: 0; }
  button.quiet { background: none; color: #1f6f50; }
`

const page = (payment: Payment, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(payment.exchange.name)}</title><style>${style}</style></head>
<body><h1>${escapeHtml(payment.exchange.name)}</h1>${body}</body></html>`

const button = (act: string, content: string, className = ''): string =>
  `<button name="act" value="${act}" class="${className}">${escapeHtml(content)}</button>`

const form = (fields: string): string => `<form method="post">${fields}</form>`

function facts(service: ExchangeService, { asset, network, value, to, customer }: Payment): string {
  const amount = (units: bigint) => `${formatUnits(units, asset.decimals)} ${asset.symbol}`
  const lines = [
    ['Send', amount(value)],
    ['To', to],
    ['Network', network],
    ...(customer === undefined ? [] : [['Your balance', amount(service.balanceOf(customer, asset))]]),
  ]
  const items = lines.map(
    ([name = '', text = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd>`,
  )
  return `<dl>${items.join('')}</dl>`
}

/** Renders the page of a payment in its current state. */
export function paymentPage(service: ExchangeService, payment: Payment): string {
  const { state, customer, asset } = payment
  switch (state.is) {
    case 'asked': {
      if (customer === undefined) {
        const field =
          '<label>E-mail<input name="person" type="email" required value="ada@exchange.example"></label>'
        return page(payment, form(field + button('sign-in', 'Sign in')))
      }
      const decline = button('decline', 'Decline', 'quiet')
      if (!service.isCovered(payment)) {
        const content = `<p role="alert">You do not have enough ${escapeHtml(asset.symbol)} here.</p>`
        return page(payment, facts(service, payment) + content + form(decline))
      }
      return page(payment, facts(service, payment) + form(button('confirm', 'Confirm and send') + decline))
    }
    case 'checked': {
      const content = '<p role="status">We look at this withdrawal before we send it.</p>'
      return page(payment, facts(service, payment) + content + form(button('release', 'Finish the check')))
    }
    case 'sending':
      return page(payment, `${facts(service, payment)}<p role="status">Being sent.</p>`)
    case 'sent':
      return page(payment, `${facts(service, payment)}<p role="status">Sent. You can close this window.</p>`)
    case 'declined':
      return page(payment, '<p role="status">Declined. Nothing was sent. You can close this window.</p>')
  }
}
