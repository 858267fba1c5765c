import * as z from 'zod/mini'
import { custom, parseWire } from '../wire-schema.ts'

/**
 * The rows of an answer that fit, of the first `max`. Anybody can send an account a token or a transaction of which a row
 * says odd things (SPEC §7: balances, history, prices), and long lists of a service have odd rows too: such a row is left
 * out, and the others are shown. Where there are rows and none fits, the answer itself has the wrong shape, and is refused.
 * @example z.parse(lenientListOf(z.string(), 2), ['a', 1, 'b']) // ['a']
 */
export const lenientListOf = <Row extends z.core.$ZodType>(row: Row, max: number) =>
  z.pipe(
    custom<readonly unknown[], z.input<Row>[]>(Array.isArray),
    z.transform((rows: readonly unknown[], context): z.output<Row>[] => {
      const fitting: z.output<Row>[] = []
      for (const one of rows.slice(0, max)) {
        const parsed = parseWire(row, one)
        if (parsed.success) fitting.push(parsed.data)
      }
      if (rows.length === 0 || fitting.length > 0) return fitting
      context.issues.push({ code: 'custom', message: 'no row fits', input: rows })
      return z.NEVER
    }),
  )
