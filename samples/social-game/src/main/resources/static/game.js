'use strict';

const $ = id => document.getElementById(id);
const names = {HANDLERSOCKET: 'HandlerSocket', JDBC: 'JDBC', MEMORY: 'memory'};

// All text goes in as text: what players write must stay what they wrote.
function element(tag, attributes, ...children) {
    const node = Object.assign(document.createElement(tag), attributes);
    node.append(...children.filter(child => child !== null));
    return node;
}

function day(time) {
    return time ? new Date(time).toLocaleDateString('en', {year: 'numeric', month: 'short', day: 'numeric'}) : '–';
}

function micros(value) {
    return value < 10 ? `${value.toFixed(1)} µs` : value < 1000 ? `${Math.round(value)} µs` : `${(value / 1000).toFixed(1)} ms`;
}

function playerLink(id, name) {
    return element('a', {className: 'player', href: `?id=${id}`, textContent: name, onclick: event => {
        event.preventDefault();
        show(String(id), true);
    }});
}

async function state() {
    try {
        const report = await (await fetch('/actuator/handlersocket')).json();
        const ready = report.state === 'READY';
        document.querySelector('.state').classList.toggle('ready', ready);
        $('state').textContent = ready
            ? `HandlerSocket ${report.endpoint} · MariaDB ${report.server.version.split('-')[0]}`
            : `HandlerSocket ${report.state.toLowerCase().replace('_', ' ')}: lookups go over JDBC`;
        document.querySelector('.state').title = report.reason;
    } catch {
        $('state').textContent = 'without HandlerSocket';
    }
}

let latest = 0;

async function show(id, remember) {
    const ask = ++latest;
    $('id').value = id;
    if (remember) {
        history.pushState(null, '', `?id=${encodeURIComponent(id)}`);
    }
    const path = `/players/${encodeURIComponent(id)}`;
    const start = performance.now();
    const answer = await fetch(path);
    const player = answer.ok ? await answer.json() : null;
    const took = performance.now() - start;
    if (ask !== latest) {
        return;
    }
    profile(id, player, answer, took);
    $('request').textContent = `GET ${path} → ${answer.status}`;
    const lists = player ? await Promise.all(['ranking', 'friends', 'diaries'].map(async part => {
        const list = await fetch(`${path}/${part}`);
        return {rows: await list.json(), route: list.headers.get('Lookup-Route')};
    })) : Array(3).fill({rows: [], route: null});
    if (ask === latest) {
        ranking(player, lists[0].rows);
        friends(lists[1].rows);
        diaries(lists[2].rows);
        badge('diary-route', lists[2].route);
    }
    state();
}

function profile(id, player, answer, took) {
    $('name').textContent = player ? player.name : answer.status === 404 ? 'Nobody has this id' : 'That is no id';
    $('name').className = player ? '' : 'missing';
    $('about').textContent = player
        ? `#${player.id} · level ${player.level} · ${player.email} · since ${day(player.created)}`
        : `“${id}” got ${answer.status}, as it would over JDBC`;
    $('avatar').textContent = player ? player.name.split(' ').map(part => part[0]).join('') : '?';
    $('avatar').style.background = player ? `hsl(${player.id * 47 % 360} 45% 42%)` : '';
    const route = answer.headers.get('Lookup-Route');
    badge('route', route);
    $('micros').textContent = route ? micros(Number(answer.headers.get('Lookup-Micros'))) : '–';
    $('roundtrip').textContent = `${took.toFixed(1)} ms`;
}

function ranking(player, places) {
    $('ranking').replaceChildren(...places.map(place => element('tr', {className: place.id === player.id ? 'me' : ''},
        element('td', {textContent: place.place}),
        element('td', {}, playerLink(place.id, place.name)),
        element('td', {textContent: place.level}),
        element('td', {textContent: place.diaries}),
        element('td', {textContent: day(place.lastEntry)}))));
}

function friends(list) {
    $('friends').replaceChildren(...list.map(friend => element('li', {},
        playerLink(friend.id, friend.name),
        element('span', {textContent: `level ${friend.level} · since ${day(friend.since)}`}))));
}

function badge(id, route) {
    $(id).textContent = route ? names[route] : 'not asked';
    $(id).className = `badge ${route ? route.toLowerCase() : ''}`;
}

function diaries(list) {
    $('diaries').replaceChildren(...list.map(entry => element('article', {},
        element('h4', {}, entry.title, element('time', {textContent: day(entry.created)})),
        element('p', {textContent: entry.body}))));
}

async function compare(threads) {
    const buttons = document.querySelectorAll('.compare');
    buttons.forEach(button => button.disabled = true);
    try {
        const lookups = threads === 1 ? 4000 : 16000;
        const answer = await fetch(`/comparison?lookups=${lookups}&threads=${threads}`, {method: 'POST'});
        const ways = await answer.json();
        const fastest = Math.max(...ways.map(way => way.perSecond));
        $('threads').textContent = threads === 1 ? '1 thread' : `${threads} threads`;
        $('ways').replaceChildren(...ways.map(way => {
            const bar = element('span', {className: way.route.toLowerCase()});
            bar.style.width = `${65 * way.perSecond / fastest}%`;
            const perSecond = Math.round(way.perSecond).toLocaleString('en');
            return element('tr', {},
                element('td', {textContent: way.name}),
                element('td', {}, element('div', {className: 'bar'}, bar, element('b', {textContent: perSecond}))),
                element('td', {textContent: micros(way.micros)}),
                element('td', {textContent: way.commands.toFixed(2)}),
                element('td', {textContent: way.keyReads.toFixed(2)}));
        }));
    } finally {
        buttons.forEach(button => button.disabled = false);
    }
}

$('search').addEventListener('submit', event => {
    event.preventDefault();
    show($('id').value.trim() || '42', true);
});
$('random').addEventListener('click', () => show(String(1 + Math.floor(Math.random() * 100000)), true));
document.querySelectorAll('.compare').forEach(button =>
    button.addEventListener('click', () => compare(Number(button.dataset.threads))));
addEventListener('popstate', () => show(new URLSearchParams(location.search).get('id') ?? '42', false));
show(new URLSearchParams(location.search).get('id') ?? '42', false).then(() => compare(1));
