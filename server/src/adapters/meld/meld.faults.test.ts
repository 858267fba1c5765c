import { commonQuery } from '../../testing/test-server.ts'
import { vendorFaultSuite } from '../../vendor-clients/testing/vendor-fault-suite.ts'
import { respondWithJson } from '../../vendor-clients/testing/vendor-stub.ts'
import { createMeldOnramp } from './meld.ts'
import { address, apiKey, meldWorks, webhookSecret, webhookUrl } from './testing/meld-stub.ts'

const post = (body: object) => ({ method: 'POST', body: JSON.stringify({ ...body, projectId: 'demo' }) })

vendorFaultSuite({
  vendor: 'Meld',
  works: meldWorks(),
  parts: (connection, url) => ({
    onramp: [createMeldOnramp(connection, { url, apiKey, webhookSecret, webhookUrl, countryCode: 'US' })],
  }),
  endpoints: [
    {
      name: 'POST /v1/onramp/quote',
      path: `/v1/onramp/quote?${commonQuery}`,
      init: post({ purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '100', network: 'ETH' }),
      works: {
        status: 200,
        body: {
          quoteId: 'UNLIMIT-ETH-100.00',
          paymentTotal: { amount: '100.00', currency: 'USD' },
          paymentSubtotal: { amount: '96.01', currency: 'USD' },
          purchaseAmount: { amount: '0.0344', currency: 'ETH' },
          networkFee: { amount: '0.5', currency: 'USD' },
        },
      },
    },
    {
      name: 'POST /v1/generators/onrampurl',
      path: `/v1/generators/onrampurl?${commonQuery}`,
      init: post({
        destinationWallets: [{ address, blockchains: ['ETH'], assets: ['ETH'] }],
        ...{ defaultNetwork: 'ETH', partnerUserId: 'order-1', defaultExperience: 'buy' },
        presetFiatAmount: '100',
      }),
      works: { status: 200, body: { url: 'https://meldcrypto.com/?token=abc' } },
    },
  ],
  faults: [['error of the API', respondWithJson({ code: 'INVALID', message: 'x' }, 400), 502]],
  secrets: ['hunter2', 'hunter3', 'meld.io'],
})
