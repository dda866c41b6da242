// Loaded before the app when statements are recorded: stores every query of the driver until it is collected.
import pg from 'pg'

const query = pg.Client.prototype.query
let recorded = []

pg.Client.prototype.query = function (config, values, callback) {
  const { text, values: own, rowMode, name } = typeof config === 'string' ? { text: config, values } : config
  const answer = query.call(this, config, values, callback)
  // A copy, because callers add parameters for their next statement to the same array.
  const entry = { text, values: [...((Array.isArray(values) ? values : own) ?? [])], rowMode, name }
  recorded.push(entry)
  // Records the id of a new row, because later statements of the same request use it.
  if (answer?.then && /^\s*insert into \w+ .* returning id$/is.test(text))
    answer.then(
      ({ rows }) => {
        entry.madeId = rows[0]?.id
      },
      () => undefined,
    )
  return answer
}

process.on('message', () => {
  process.send(recorded)
  recorded = []
})
