import * as z from '#shared/zod.ts'
import { custom, parseWire } from '../wire-schema.ts'

/**
 * The valid rows among the first `max`. Anyone can send an account a token or a transaction with an invalid row (SPEC §7:
 * balances, history, prices), and long lists of a service have invalid rows too: such a row is skipped. If a list has rows
 * and none is valid, parsing fails: the response has the wrong shape.
 * @example z.parse(lenientListOf(z.string(), 2), ['a', 1, 'b']) // ['a']
 */
export const lenientListOf = <Row extends z.core.$ZodType>(row: Row, max: number) =>
  z.pipe(
    custom<readonly unknown[], z.input<Row>[]>(Array.isArray),
    z.transform((rows: readonly unknown[], context): z.output<Row>[] => {
      const validRows: z.output<Row>[] = []
      for (const one of rows.slice(0, max)) {
        const parsed = parseWire(row, one)
        if (parsed.success) validRows.push(parsed.data)
      }
      if (rows.length === 0 || validRows.length > 0) return validRows
      context.issues.push({ code: 'custom', message: 'no row fits', input: rows })
      return z.NEVER
    }),
  )
