/**
 * What the fleet knows of a provider, in one hash: the rate (GCRA: `tat` is the next free slot), who has how many calls in
 * flight (`h:<process>` = calls, until when to believe it, number of its last question, slots it got), the breaker (`fails`, `open`, `probes`) and the pause (`paused`, `next`). Times are Redis' own, in µs.
 * `epoch` is the instant of the last change of breaker or pause: what a call proved counts only while nothing has changed
 * since it was let through, so that stragglers of an outage neither close nor open anything.
 */
const COMMON = `
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local key = KEYS[1]
local h, flat = {}, redis.call('HGETALL', key)
for i = 1, #flat, 2 do h[flat[i]] = flat[i + 1] end
local function num(field) return tonumber(h[field] or '0') end
local function set(field, value) h[field] = string.format('%.0f', value); redis.call('HSET', key, field, h[field]) end
local function drop(...) for _, field in ipairs({...}) do h[field] = nil end redis.call('HDEL', key, ...) end
local function changed() set('epoch', now) end
-- ms until a paused provider is tried again, -1 when it is not paused
local function probeIn() return h.paused and math.max(0, math.ceil((num('next') - now) / 1000)) or -1 end
local mine, n, asked = 'h:' .. ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
-- Slots of a question whose answer this process had not heard when it counted its calls are in flight too.
local _, _, seq, given = string.match(h[mine] or '', '^(%d+):(%d+):(%d+):(%d+)$')
if seq and tonumber(seq) > asked then n = n + tonumber(given) else seq, given = asked, 0 end
local function here(count, slots)
  redis.call('HSET', key, mine, string.format('%d:%.0f:%d:%d', count, now + 5000000, seq, slots))
end
here(n, given)
`;

/**
 * ARGV: process, its calls in flight, number of this question, slot interval µs, lane (0 critical, 1 transactional, 2 bulk), wanted, look-ahead µs,
 * places of the lane, probes at once, a probe's longest life µs, time between two probes of a pause µs, back-off of a lane µs.
 * -> granted, µs to the first slot, µs to wait, why, epoch, state of the breaker (0 closed, 1 half-open, 2 open),
 * processes that were here lately, ms until a paused provider is tried again (-1: it is not paused).
 */
export const ENTER = `${COMMON}
local T, lane, want, ahead = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local limit, probeLimit, probeLife, between = tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11])
local state = 0
if h.open then state = now < num('open') and 2 or 1 end
local busy, processes = 0, 1
for field, value in pairs(h) do
  if string.sub(field, 1, 2) == 'h:' and field ~= mine then
    local calls, dies = string.match(value, '^(%d+):(%d+)')
    if tonumber(dies) > now then busy = busy + tonumber(calls); processes = processes + 1
    else redis.call('HDEL', key, field) end
  end
end
local function answer(granted, first, wait, why)
  return {granted, math.floor(first), math.ceil(wait), why, h.epoch or '0', state, processes, probeIn()}
end
-- An emptied Redis knows nothing of the slots that were given: it gives none for a second.
if not h.tat then set('tat', now); set('quiet', now + 1000000) end
if h.quiet then
  if now < num('quiet') then return answer(0, 0, num('quiet') - now, 'rate') end
  drop('quiet')
end
-- What is cut off the wish, and why: the reason is told to those who get nothing.
local cut, cutWait = nil, 0
local function atMost(n, why, wait) if n < want then want, cut, cutWait = n, why, wait end end
if h.paused then
  if now < num('next') then return answer(0, 0, num('next') - now, 'paused') end
  atMost(1, 'paused', between)
end
if state == 2 then return answer(0, 0, num('open') - now, 'breaker') end
if state == 1 then
  if now >= num('probe_end') then set('probes', 0) end
  local free = probeLimit - num('probes')
  if free <= 0 then return answer(0, 0, math.min(num('probe_end') - now, 250000), 'breaker') end
  atMost(free, 'breaker', 250000)
end
atMost(limit - busy - n, 'concurrency', 20000)
if want <= 0 then return answer(0, 0, 20000, 'concurrency') end
local tat = num('tat')
if lane == 0 then set('crit', now + tonumber(ARGV[12])) end
if lane > 0 and num('crit') > now and tat > now then return answer(0, 0, tat - now, 'rate') end
if tat < now then tat = now end
local granted, first = 0, tat - now
while granted < want and tat - now <= ahead do tat = tat + T; granted = granted + 1 end
if granted > 0 then
  set('tat', tat)
  here(n + granted, granted)
  if h.paused then set('next', now + between) end
  if state == 1 then set('probes', num('probes') + granted); set('probe_end', now + probeLife) end
end
if granted == want and cut then return answer(granted, first, cutWait, cut) end
return answer(granted, first, tat - now - ahead, 'rate')`;

/**
 * ARGV: process, its calls in flight, number of the last question whose answer it knows, failures that open the breaker, cool-down µs, time between two probes of a pause µs, then
 * per finished call: epoch, verdict (ok, failure, neutral, refused). -> state of the breaker, ms until a paused provider is tried again or -1, then what changed by this:
 * opened, closed, paused, resumed.
 */
export const LEAVE = `${COMMON}
local most, cooldown, between = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local out = {}
for i = 7, #ARGV, 2 do
  if ARGV[i] == (h.epoch or '0') then
    local verdict = ARGV[i + 1]
    if verdict == 'refused' then
      if h.open and num('probes') > 0 then set('probes', num('probes') - 1) end
      if not h.paused then set('paused', now); set('next', now + between); changed(); table.insert(out, 'paused') end
    elseif verdict == 'ok' then
      if h.paused then drop('paused', 'next'); changed(); table.insert(out, 'resumed') end
      if h.open then drop('open', 'probes', 'probe_end'); changed(); table.insert(out, 'closed') end
      if h.fails then drop('fails') end
    elseif verdict == 'failure' then
      if h.open then
        set('open', now + cooldown); drop('probes', 'probe_end'); changed()
      else
        set('fails', num('fails') + 1)
        if num('fails') >= most then
          set('open', now + cooldown); drop('fails'); changed(); table.insert(out, 'opened')
        end
      end
    elseif h.open and num('probes') > 0 then
      set('probes', num('probes') - 1)
    end
  end
end
local state = 0
if h.open then state = now < num('open') and 2 or 1 end
table.insert(out, 1, probeIn())
table.insert(out, 1, state)
return out`;
