import { formatUnits } from 'viem'
import type { ExchangeService, Payment } from './exchange-service.ts'

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`)

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
<title>${escaped(payment.exchange.name)}</title><style>${style}</style></head>
<body><h1>${escaped(payment.exchange.name)}</h1>${body}</body></html>`

const button = (act: string, words: string, look = ''): string =>
  `<button name="act" value="${act}" class="${look}">${escaped(words)}</button>`

const form = (inside: string): string => `<form method="post">${inside}</form>`

function facts(desk: ExchangeService, { goods, network, value, to, person }: Payment): string {
  const amount = (units: bigint) => `${formatUnits(units, goods.decimals)} ${goods.symbol}`
  const lines = [
    ['Send', amount(value)],
    ['To', to],
    ['Network', network],
    ...(person === undefined ? [] : [['Your balance', amount(desk.balanceOf(person, goods))]]),
  ]
  const items = lines.map(([name = '', text = '']) => `<dt>${escaped(name)}</dt><dd>${escaped(text)}</dd>`)
  return `<dl>${items.join('')}</dl>`
}

/** The page of a payment as it stands. */
export function paymentPage(desk: ExchangeService, payment: Payment): string {
  const { state, person, goods } = payment
  switch (state.is) {
    case 'asked': {
      if (person === undefined) {
        const field =
          '<label>E-mail<input name="person" type="email" required value="ada@exchange.example"></label>'
        return page(payment, form(field + button('sign-in', 'Sign in')))
      }
      const decline = button('decline', 'Decline', 'quiet')
      if (!desk.isCovered(payment)) {
        const words = `<p role="alert">You do not have enough ${escaped(goods.symbol)} here.</p>`
        return page(payment, facts(desk, payment) + words + form(decline))
      }
      return page(payment, facts(desk, payment) + form(button('confirm', 'Confirm and send') + decline))
    }
    case 'checked': {
      const words = '<p role="status">We look at this withdrawal before we send it.</p>'
      return page(payment, facts(desk, payment) + words + form(button('release', 'Finish the check')))
    }
    case 'sending':
      return page(payment, `${facts(desk, payment)}<p role="status">Being sent.</p>`)
    case 'sent':
      return page(payment, `${facts(desk, payment)}<p role="status">Sent. You can close this window.</p>`)
    case 'declined':
      return page(payment, '<p role="status">Declined. Nothing was sent. You can close this window.</p>')
  }
}
