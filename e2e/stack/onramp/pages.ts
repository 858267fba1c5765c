import { formatUnits } from 'viem'
import { escapeHtml, renderLocalPage } from '../local-page.ts'
import { toDecimal } from './offers.ts'
import type { Sale } from './sales.ts'

const field = (label: string, name: string, value: string, type = 'text') =>
  `<label>${label}<input name="${name}" type="${type}" value="${value}" autocomplete="off" required></label>`

/** Renders the page of a sale in its current state, with plain forms and no scripts. */
export function salePage({ provider, state, asset, offer, currency, to }: Sale, error?: string): string {
  const page = (title: string, body: string, isReloading = false) =>
    renderLocalPage(provider.name, title, body, { isReloading })
  const price = `${toDecimal(offer.total)} ${currency}`
  const received = `${formatUnits(offer.value, asset.decimals)} ${asset.symbol}`
  switch (state.is) {
    case 'card':
      return page(
        'Pay by card',
        `<h1>Pay ${price}</h1><p>You get ${received}</p>
${error === undefined ? '' : `<p class="error" role="alert">${escapeHtml(error)}</p>`}
<form method="post" action="card">${field('Card number', 'number', '')}${field('Expires', 'expires', '12 / 30')}${field('Security code', 'code', '123')}
<button>Continue</button></form>
<p class="note">A test page. 4242 4242 4242 4242 works, 4000 0000 0000 0002 is declined.</p>`,
      )
    case 'identity':
      return page(
        'Who you are',
        `<div class="steps">Step 1 of 2</div><h1>Who are you?</h1><p>The law asks us to know who buys.</p>
<form method="post" action="identity">${field('Full name', 'name', '')}${field('Date of birth', 'born', '1990-01-01', 'date')}
<button>Continue</button></form>`,
      )
    case 'proof':
      return page(
        'Confirm',
        `<div class="steps">Step 2 of 2</div><h1>Check and pay</h1><p>${price} for ${received}</p><p class="note">To ${to}</p>
<form method="post" action="confirm"><button>Pay ${price}</button></form>`,
      )
    case 'processing':
      return page('Sending', '<h1>Paid</h1><p>We are sending it now.</p>', true)
    case 'sent':
      return page(
        'Sent',
        `<h1>Sent</h1><p>${received} are on their way. You can close this window.</p><p class="note">${state.hash}</p>`,
      )
    case 'failed':
      return page(
        'Not paid',
        `<h1>Payment declined</h1><p>${escapeHtml(state.reason)}. Nothing was charged. You can close this window.</p>`,
      )
    case 'expired':
      return page(
        'Expired',
        '<h1>This price has expired</h1><p>Nothing was charged. You can close this window.</p>',
      )
  }
}
