import { commonQuery } from '../../testing/test-server.ts'
import { vendorFaultSuite } from '../../vendor-clients/testing/vendor-fault-suite.ts'
import { respondWithJson } from '../../vendor-clients/testing/vendor-stub.ts'
import { createStripeOnramp } from './stripe.ts'
import { address, secretKey, stripeWorks, webhookSecret } from './testing/stripe-stub.ts'

const post = (body: object) => ({ method: 'POST', body: JSON.stringify({ ...body, projectId: 'demo' }) })

vendorFaultSuite({
  vendor: 'Stripe',
  works: stripeWorks(),
  parts: (connection, url) => ({
    onramp: [createStripeOnramp(connection, { url, secretKey, webhookSecret })],
  }),
  endpoints: [
    {
      name: 'POST /v1/onramp/quote',
      path: `/v1/onramp/quote?${commonQuery}`,
      init: post({
        ...{ purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '100', network: 'ethereum' },
        provider: 'stripe',
      }),
      works: {
        status: 200,
        body: {
          quoteId: 'd160a80828eabb6b6d4aeafac585eee62d95425c7fb7577866ab04b9a786df00',
          paymentTotal: { amount: '104.16', currency: 'USD' },
          paymentSubtotal: { amount: '100.00', currency: 'USD' },
          purchaseAmount: { amount: '0.0253568242640499553', currency: 'ETH' },
          networkFee: { amount: '1.45', currency: 'USD' },
        },
      },
    },
    {
      name: 'POST /v1/generators/onrampurl',
      path: `/v1/generators/onrampurl?${commonQuery}`,
      init: post({
        destinationWallets: [{ address, blockchains: ['ethereum'], assets: ['ETH'] }],
        ...{ defaultNetwork: 'ethereum', partnerUserId: 'order-1', defaultExperience: 'buy' },
        ...{ presetFiatAmount: '100', provider: 'stripe' },
      }),
      works: { status: 200, body: { url: 'https://crypto.link.com/?session_hash=abc' } },
    },
  ],
  faults: [['error of the API', respondWithJson({ error: { code: 'api_error', message: 'x' } }, 400), 502]],
  secrets: ['hunter2', 'hunter3', 'stripe.com'],
})
