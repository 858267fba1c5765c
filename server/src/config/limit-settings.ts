import { remoteFeatures } from '../../../shared/config/remote-features.ts'
import * as z from '../../../shared/zod.ts'
import { expecting, group, setting } from './setting.ts'
import { httpsUrl, wholeNumber } from './value-types.ts'

const featureIds = [...new Set(Object.values(remoteFeatures).map(({ wireId }) => wireId))]

const budget = (value: number, unit: string, description: string) =>
  setting(z._default(wholeNumber(1, 1_000_000_000), value), { description, unit })

const points = 'points per minute'
const codes = 'codes per hour'

/** Rate limits of a project, a client and an account. */
export const limitSettings = {
  limits: group(
    'Budgets. A plain request costs one point; a JSON-RPC call costs what nodes charge for it (1 to 20), a batch the sum of its calls, and balances of many chains or past a cache cost more. Each kind of request has a budget of its own, a multiple of the points below: 1 for catalogues and configuration; 2.5 for JSON-RPC and pictures; 0.5 for balances, history, prices, names and the confirm window; 0.2 for quotes and orders; 0.1 to 0.5 for sign-in, smart sessions and events. /doctor (60 requests an hour of a client) and /metrics (120 a minute) have budgets of their own. Over budget, the server returns 429 with Retry-After; where Redis is configured and away, sign-in, codes, smart sessions and /doctor return 503.',
    {
      project: group('All clients of one project together.', {
        pointsPerMinute: budget(60_000, points, 'Points that all clients of a project may use.'),
        codesPerHour: budget(
          1_000,
          codes,
          'One-time codes that a project may send by e-mail; twice as many names can be claimed.',
        ),
      }),
      ip: group('One client: an IPv4 address, or an IPv6 network of 64 bits.', {
        pointsPerMinute: budget(1_200, points, 'Points that a client may use.'),
        codesPerHour: budget(
          30,
          codes,
          'One-time codes that a client may request, and names that it may claim.',
        ),
      }),
      account: group('One account whose data is read, for all clients together.', {
        pointsPerMinute: budget(300, points, 'Points that reads of one account may use.'),
      }),
      email: group('One e-mail address.', {
        codesPerHour: budget(5, codes, 'One-time codes that are sent to one address.'),
      }),
      bodyMaxBytes: setting(z._default(wholeNumber(1_024, 16_777_216), 262_144), {
        description:
          'The largest request body; a JSON-RPC body may have four times as many bytes. Larger ones get 413.',
        unit: 'bytes',
      }),
      batchMaxCalls: setting(z._default(wholeNumber(1, 100), 100), {
        description: 'The most calls in one JSON-RPC batch. Larger ones get 413, above 100 calls 400.',
        unit: 'calls',
      }),
    },
  ),
  cspReports: setting(
    z._default(
      expecting(z.union([z.enum(['none', 'log']), httpsUrl]), "'none', 'log' or a URL with https://"),
      'log',
    ),
    {
      description:
        'Where browsers report violations of the content security policy: nowhere, to this server’s log, or to the URL of a collector.',
    },
  ),
  features: group('Features of the widget, for all projects.', {
    disabled: setting(z._default(z.array(z.enum(featureIds)), []), {
      description: 'Features that are off in every project, whatever the project’s own settings are.',
      example: ['swap', 'onramp'],
    }),
  }),
}
