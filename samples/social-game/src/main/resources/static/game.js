// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
'use strict';

// Pages: a part that cannot be loaded says so, and the page of a database that is away looks again by itself.
{
    const say = event => {
        const part = event.detail.target;
        if (!part || part.querySelector('.trouble')) {
            return;
        }
        const text = document.createElement('div');
        text.className = 'empty trouble';
        text.setAttribute('role', 'alert');
        text.textContent = 'This part could not be loaded. Reload the page to try again.';
        part.append(text);
        part.removeAttribute('aria-busy');
    };
    for (const name of ['htmx:responseError', 'htmx:sendError', 'htmx:timeout']) {
        document.addEventListener(name, say);
    }
    if (document.querySelector('[data-retry="true"]')) {
        setInterval(async () => {
            const answer = await fetch(location.href, {method: 'HEAD'}).catch(() => null);
            if (answer?.ok) {
                location.reload();
            }
        }, 3000);
    }
    // On a phone the form would be all of the first screen.
    const form = document.querySelector('.write');
    if (form?.dataset.draft === 'false' && matchMedia('(max-width: 52rem)').matches) {
        form.open = false;
    }
    // Reading a part again replaces its button: the focus goes to the new one.
    document.addEventListener('htmx:afterSwap', event => {
        const again = event.detail.requestConfig?.elt;
        if (again?.classList.contains('again')) {
            document.getElementById(event.detail.target.id)?.querySelector('.again')?.focus();
        }
    });
}

const dashboard = document.getElementById('dashboard');
if (dashboard) {
    const $ = id => document.getElementById(id);
    const NS = 'http://www.w3.org/2000/svg';
    const SETUPS = ['AS_IT_COMES', 'WELL_CONFIGURED', 'HANDLERSOCKET'];
    const OPERATIONS = [...document.querySelectorAll('[data-operation]')];
    const available = OPERATIONS.filter(button => !button.disabled);
    const lasts = Number(dashboard.dataset.seconds);
    const ENOUGH_WIDTH = 300, BADGE = 20;
    let run = 0, rounds = [], marks = [], phase = 'idle', drawing = false;

    const count = value => Math.round(value).toLocaleString('en');
    const millis = micros =>
        (micros / 1000).toLocaleString('en', {maximumFractionDigits: micros < 10_000 ? 2 : 0}) + ' ms';

    const svg = (name, attributes, text) => {
        const element = document.createElementNS(NS, name);
        Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
        if (text !== undefined) {
            element.textContent = text;
        }
        return element;
    };

    /** The next of a few round numbers that is not below. */
    const roof = value => {
        const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-6)));
        return [1, 1.5, 2, 3, 5, 7.5, 10].map(step => step * power).find(top => top >= value);
    };

    /** Draws lines of values over time, each from the rounds, with the marks as upright lines. */
    function chart(id, lines, unit) {
        const here = marks.filter(mark => mark.run === run && run > 0);
        const W = Math.max(ENOUGH_WIDTH, $(id).clientWidth), left = 52, right = 8, bottom = 24;
        // Badges stand side by side in rows above the chart, each with a line to its moment.
        const row = Math.floor((W - left - right) / BADGE), rows = Math.max(1, Math.ceil(here.length / row));
        const top = 26 + BADGE * rows, H = Math.max(250, Math.round(W * .5)) + BADGE * rows;
        const root = svg('svg', {viewBox: `0 0 ${W} ${H}`, 'aria-hidden': 'true', focusable: 'false'});
        const values = rounds.flatMap(round => lines.map(line => line.value(round))).sort((a, b) => a - b);
        // One slow moment would flatten all others.
        const high = values.length ? values[Math.floor((values.length - 1) * .97)] : 90;
        const most = roof(Math.max(high * 1.1, 1e-3));
        const x = at => left + (W - left - right) * Math.min(1, at / (lasts * 1000 + 1500));
        const y = value => top + (H - top - bottom) * (1 - Math.min(value, most * 1.04) / most);
        for (let i = 0; i <= 4; i++) {
            const value = most * i / 4;
            root.append(svg('line', {class: 'grid', x1: left, x2: W - right, y1: y(value), y2: y(value)}));
            root.append(svg('text', {x: left - 8, y: y(value) + 4, 'text-anchor': 'end'}, unit(value)));
        }
        for (let second = 0; second <= lasts; second += 10) {
            root.append(svg('text', {x: x(second * 1000), y: H - 6, 'text-anchor': 'middle'}, second + ' s'));
        }
        for (let begin = 0; begin < here.length; begin += row) {
            const line = here.slice(begin, begin + row), at = line.map(mark => x(mark.at));
            const up = top - 12 - BADGE * (begin / row), places = [...at];
            for (let i = 1; i < places.length; i++) {
                places[i] = Math.max(places[i], places[i - 1] + BADGE);
            }
            for (let i = places.length - 1, edge = W - right - BADGE / 2; i >= 0; i--, edge -= BADGE) {
                places[i] = Math.min(places[i], edge, places[i + 1] - BADGE || edge);
            }
            line.forEach((mark, i) => {
                const d = `M${places[i]} ${up}L${at[i]} ${top}V${H - bottom}`;
                root.append(svg('path', {class: 'mark ' + mark.kind, d}));
                root.append(svg('circle', {class: mark.kind, cx: places[i], cy: up, r: 8}));
                root.append(svg('text', {class: 'number', x: places[i], y: up + 3.5}, marks.indexOf(mark) + 1));
            });
        }
        // The median of three rounds: what else the machine does would hide the picture.
        const calm = (line, i) =>
            rounds.slice(Math.max(0, i - 2), i + 1).map(line.value).sort((a, b) => a - b).at(i < 2 ? 0 : 1);
        lines.forEach(line => {
            const points = rounds.map((round, i) => x(round.at).toFixed(1) + ' ' + y(calm(line, i)).toFixed(1));
            const path = points.length ? 'M' + points.join('L') : '';
            if (path) {
                root.append(svg('path', {class: line.name, d: path}));
            }
        });
        if (!rounds.length) {
            const words = phase === 'preparing' ? 'Starting the JDBC setups and warming up …'
                : 'Press Start. Nothing runs by itself.';
            root.append(svg('text', {class: 'nothing', x: (W + left) / 2, y: H / 2}, words));
        }
        $(id).replaceChildren(root);
    }

    function draw() {
        drawing = false;
        chart('throughput', SETUPS.map(name => ({name, value: round => round.slices[name].perSecond})), count);
        chart('latency', SETUPS.flatMap(name => [
            {name, value: round => round.slices[name].p99 / 1000},
            {name: name + ' median', value: round => round.slices[name].p50 / 1000}]),
            value => value.toLocaleString('en', {maximumFractionDigits: 2}) + ' ms');
    }

    function drawSoon() {
        if (!drawing) {
            drawing = true;
            requestAnimationFrame(draw);
        }
    }

    function showRound(round) {
        const {summary, slices} = round, fast = slices.HANDLERSOCKET, calls = fast.fast + fast.jdbc;
        SETUPS.forEach(name => {
            const medians = summary.medians[name], row = $('run-' + name);
            const failed = rounds.reduce((sum, each) => sum + each.slices[name].failed, 0);
            const set = (part, text) => row.querySelector('.' + part).textContent = text;
            set('rate', medians ? count(medians.perSecond) : '–');
            set('p50', medians ? millis(medians.p50) : '–');
            set('p99', medians ? millis(medians.p99) : '–');
            set('failed', count(failed));
        });
        $('headline').hidden = !summary.headline;
        $('headline').textContent = 'HandlerSocket: ' + summary.headline;
        $('counted').textContent = `Medians of ${summary.rounds} of ${rounds.length} rounds: those in which no button`
            + ' was pressed and no lookup fell back to JDBC. Failed counts all rounds.';
        const share = calls ? Math.round(100 * fast.fast / calls) : 0;
        dashboard.dataset.share = share;
        $('share').textContent = `· ${share} % of the last round's lookups were over HandlerSocket.`;
    }

    /** Tables that the client leaves to JDBC because a session waited for a lock on them, as ALTER TABLE does. */
    function showLocked(tables) {
        $('locked').replaceChildren(...tables.map(({table, left}) => {
            const item = document.createElement('li');
            item.textContent = `The table ${table} is read over JDBC, because a session waited for a lock on it.`
                + ` HandlerSocket reads it again in ${left} s.`;
            return item;
        }));
    }

    function showMark(mark) {
        const [item, number, time] = ['li', 'b', 'time'].map(name => document.createElement(name));
        item.className = mark.kind;
        number.textContent = marks.length;
        time.textContent = mark.run ? (mark.at / 1000).toFixed(1) + ' s' : 'no run';
        const text = document.createElement('span');
        text.textContent = mark.text;
        item.append(number, text, time);
        $('marks').append(item);
        $('nothing').hidden = true;
    }

    function forget() {
        rounds = [];
        marks = [];
        dashboard.dataset.shown = 0;
        $('marks').replaceChildren();
        $('nothing').hidden = false;
        $('headline').hidden = true;
        $('share').textContent = '';
    }

    function show(status) {
        if (status.run !== run) {
            run = status.run;
            forget();
        }
        phase = status.phase;
        dashboard.dataset.phase = phase;
        dashboard.dataset.run = status.run;
        dashboard.dataset.client = status.client;
        const on = phase !== 'idle';
        $('start').textContent = on ? 'Change' : 'Start';
        $('stop').disabled = !on;
        $('phase').textContent = phase === 'preparing' ? 'Starting the setups and warming up.'
            : on ? `${status.users} users read. The run ends by itself after ${lasts} seconds; all visitors share it.`
                : `Nothing runs. A run ends by itself after ${lasts} seconds; all visitors share it.`;
        $('client').textContent = status.client;
        $('reason').textContent = status.reason;
        $('node').textContent = status.node;
        $('node').hidden = !status.node;
        showLocked(status.locked);
        drawSoon();
    }

    function connect() {
        const events = new EventSource('/dashboard/events');
        const on = (name, then) => events.addEventListener(name, event => then(JSON.parse(event.data)));
        on('start', status => {
            run = -1;
            show(status);
        });
        on('status', show);
        on('round', round => {
            if (round.run < run) {
                return; // the last one of a run that was stopped, after the next has begun
            }
            if (round.run !== run) {
                run = round.run;
                forget();
            }
            rounds.push(round);
            dashboard.dataset.shown = Math.floor(round.at / 1000);
            showRound(round);
            drawSoon();
        });
        on('mark', mark => {
            marks.push(mark);
            showMark(mark);
            drawSoon();
        });
        events.onerror = () => {
            $('client').textContent = 'The application does not answer; connecting again …';
            if (events.readyState === EventSource.CLOSED) { // it was refused, and does not try again by itself
                setTimeout(connect, 3000);
            }
        };
    }

    async function ask(method, path) {
        const said = $('said');
        try {
            const answer = await fetch(path, {method, headers: {'X-Dashboard': '1'}});
            const body = await answer.json();
            said.textContent = body.text ?? body.detail ?? 'This did not work.';
            said.classList.toggle('bad', !answer.ok);
        } catch (e) {
            said.textContent = 'The application does not answer.';
            said.classList.add('bad');
        }
    }

    $('users').addEventListener('input', () => $('shown').textContent = $('users').value);
    $('users').addEventListener('change', () => {
        if (phase !== 'idle') {
            ask('POST', '/dashboard/load?users=' + $('users').value);
        }
    });
    $('load').addEventListener('submit', event => {
        event.preventDefault();
        ask('POST', '/dashboard/load?users=' + $('users').value);
    });
    $('stop').addEventListener('click', () => ask('DELETE', '/dashboard/load'));
    available.forEach(button => button.addEventListener('click', async () => {
        available.forEach(each => each.disabled = true);
        await ask('POST', '/dashboard/operations/' + button.dataset.operation);
        available.forEach(each => each.disabled = false);
        button.focus();
    }));
    new ResizeObserver(drawSoon).observe($('throughput'));
    connect();
}
