import { hostMethods, hostTopics, widgetMethods, widgetTopics } from '../../shared/channel/channel-methods.ts'
import type { Method, MethodTable, TopicTable } from '../../shared/channel/method.ts'
import { eventsCapability } from '../../shared/channel/records/widget-event.ts'
import { mayPrompt, rpcPolicy } from '../../shared/channel/rpc-policy.ts'
import {
  controlSchema,
  helloSchema,
  initSchema,
  partMethod,
  partParamsSchema,
  partsCapability,
  requestSchema,
  responseSchema,
  supportedVersions,
} from '../../shared/channel/wire.ts'
import { jsonSchemaOf } from './json-schema.ts'
import type { Json } from './json-value.ts'
import { rpcMethodNames } from './rpc-method-names.ts'

/** Risks of a method, for a read and for a prompt: a method that carries both has one for each. */
function risksOf(method: Method): Json {
  const risks = ['eth_call', 'eth_sendTransaction'].map((name) => method.risk({ method: name }))
  return [...new Set(risks)]
}

const methodsOf = (table: MethodTable): Json =>
  Object.fromEntries(
    Object.entries(table).map(([name, method]) => [
      name,
      {
        params: jsonSchemaOf(method.params),
        result: jsonSchemaOf(method.result),
        risk: risksOf(method),
        timeoutMs: method.timeoutMs ?? null,
      },
    ]),
  )

const topicsOf = (table: TopicTable): Json =>
  Object.fromEntries(Object.entries(table).map(([name, payload]) => [name, jsonSchemaOf(payload)]))

/** Every message, method and topic between page and widget, and the policy of each EIP-1193 method. */
export const channel: Json = {
  versions: supportedVersions,
  capabilities: { events: eventsCapability, parts: partsCapability },
  messages: {
    hello: jsonSchemaOf(helloSchema),
    init: jsonSchemaOf(initSchema),
    request: jsonSchemaOf(requestSchema),
    response: jsonSchemaOf(responseSchema),
    control: jsonSchemaOf(controlSchema),
    [partMethod]: jsonSchemaOf(partParamsSchema),
  },
  widgetMethods: methodsOf(widgetMethods),
  hostMethods: methodsOf(hostMethods),
  widgetTopics: topicsOf(widgetTopics),
  hostTopics: topicsOf(hostTopics),
  rpcMethods: Object.fromEntries(
    rpcMethodNames.map((name) => [name, `${rpcPolicy(name)}${mayPrompt(name) ? ', may prompt' : ''}`]),
  ),
}
