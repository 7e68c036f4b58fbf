// The values of a sequence as a plot that can be zoomed, its period marked.
import { make, say } from './page.js';

const place = document.querySelector('.plot');
const MARGIN = 44;

class Plot {
  constructor(found) {
    this.found = found;
    this.canvas = make('canvas', { tabindex: '0', role: 'application', 'aria-label': say('sequence.canvas') });
    this.readout = make('output', { class: 'readout mono' });
    const button = (text, name, act) => make('button', { type: 'button', 'aria-label': name, title: name, onclick: act }, text);
    place.replaceChildren(
      make('p', { class: 'row tools' },
        button('+', say('explore.in'), () => this.zoom(1.6)),
        button('−', say('explore.out'), () => this.zoom(1 / 1.6)),
        button(say('explore.fit'), say('explore.fit-all'), () => this.fit()),
        this.readout),
      make('div', { class: 'canvas' }, this.canvas));
    this.most = found.values.reduce((most, value) => Math.max(most, value), 0);
    new ResizeObserver(() => this.size()).observe(this.canvas.parentElement);
    this.listen();
  }

  size() {
    const ratio = devicePixelRatio || 1;
    const width = this.canvas.parentElement.clientWidth;
    const height = Math.min(420, Math.max(260, width * 0.5));
    if (this.width === width) return;
    Object.assign(this, { width, height, ratio });
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.fit();
    this.canvas.dataset.ready = '';
  }

  get room() {
    return this.width - MARGIN - 10;
  }

  fit() {
    this.left = 0;
    this.scale = this.least = this.room / this.found.values.length;
    this.draw();
  }

  zoom(factor, x = this.width / 2) {
    const n = this.left + (x - MARGIN) / this.scale;
    this.scale = Math.min(60, Math.max(this.least, this.scale * factor));
    this.left = n - (x - MARGIN) / this.scale;
    this.hold();
  }

  hold() {
    this.left = Math.min(Math.max(0, this.left), Math.max(0, this.found.values.length - this.room / this.scale));
    this.draw();
  }

  at(x) {
    const n = Math.floor(this.left + (x - MARGIN) / this.scale);
    return x >= MARGIN && n >= 0 && n < this.found.values.length ? n : null;
  }

  show(n) {
    this.cursor = n;
    if (n !== null) this.readout.value = `g(${n}) = ${this.found.values[n]}`;
    this.draw();
  }

  listen() {
    const x = (event) => event.clientX - this.canvas.getBoundingClientRect().left;
    const held = new Map();
    let moved = 0;
    this.canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), x(event));
    }, { passive: false });
    this.canvas.addEventListener('pointerdown', (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      held.set(event.pointerId, x(event));
      moved = 0;
    });
    this.canvas.addEventListener('pointermove', (event) => {
      const [here, before] = [x(event), held.get(event.pointerId)];
      if (before === undefined) return this.show(this.at(here));
      const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
      held.set(event.pointerId, here);
      moved += Math.abs(here - before);
      // Two fingers zoom, one drags.
      if (other !== undefined) return this.zoom(Math.max(1, Math.abs(here - other)) / Math.max(1, Math.abs(before - other)), other);
      this.left -= (here - before) / this.scale;
      return this.hold();
    });
    for (const end of ['pointerup', 'pointercancel']) {
      this.canvas.addEventListener(end, (event) => {
        const alone = held.size === 1;
        held.delete(event.pointerId);
        if (end === 'pointerup' && alone && moved < 6) this.show(this.at(x(event)));
      });
    }
    this.canvas.addEventListener('keydown', (event) => {
      const last = this.found.values.length - 1;
      const acts = {
        ArrowLeft: () => this.show(Math.max(0, (this.cursor ?? 1) - 1)),
        ArrowRight: () => this.show(Math.min(last, (this.cursor ?? -1) + 1)),
        '+': () => this.zoom(1.6),
        '-': () => this.zoom(1 / 1.6),
        0: () => this.fit(),
      };
      if (!acts[event.key]) return;
      event.preventDefault();
      acts[event.key]();
    });
  }

  draw() {
    const { width, height, ratio, scale, left } = this;
    const { values, period } = this.found;
    const style = getComputedStyle(document.documentElement);
    const of = (name) => style.getPropertyValue(name).trim();
    const context = this.canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = of('--page');
    context.fillRect(0, 0, width, height);
    const bottom = height - MARGIN;
    const high = (bottom - 12) / (this.most + 1);
    const x = (n) => MARGIN + (n - left) * scale;
    const y = (value) => bottom - (value + 0.5) * high;
    if (period) {
      context.fillStyle = of('--plain');
      const before = Math.min(x(period.preperiod), width - 10);
      if (before > MARGIN) context.fillRect(MARGIN, 8, before - MARGIN, bottom - 8);
      context.strokeStyle = of('--line');
      if (period.length * scale >= 6) {
        for (let n = period.preperiod; n < values.length; n += period.length) {
          if (x(n) < MARGIN || x(n) > width - 10) continue;
          context.beginPath();
          context.moveTo(x(n), 8);
          context.lineTo(x(n), bottom);
          context.stroke();
        }
      }
    }
    context.fillStyle = of('--lost');
    const size = Math.max(2.2, Math.min(7, scale * 0.8, high * 0.9));
    const end = Math.min(values.length, left + this.room / scale + 1);
    for (let n = Math.floor(left); n < end; n++) {
      if (x(n + 0.5) >= MARGIN) context.fillRect(x(n + 0.5) - size / 2, y(values[n]) - size / 2, size, size);
    }
    if (this.cursor !== null && this.cursor !== undefined) {
      context.strokeStyle = of('--focus');
      context.lineWidth = 2;
      context.strokeRect(x(this.cursor + 0.5) - 6, y(values[this.cursor]) - 6, 12, 12);
      context.lineWidth = 1;
    }
    context.strokeStyle = of('--muted');
    context.strokeRect(MARGIN + 0.5, 8.5, width - MARGIN - 10, bottom - 8);
    context.fillStyle = of('--ink');
    context.font = '12px system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'top';
    const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000];
    const step = steps.find((one) => one * scale >= 56) ?? 500000;
    for (let n = Math.ceil(left / step) * step; n < values.length; n += step) {
      if (x(n + 0.5) > width - 12) break;
      context.fillText(String(n), x(n + 0.5), bottom + 5);
    }
    context.fillText('n', width - 16, bottom + 22);
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    const rise = steps.find((one) => one * high >= 18) ?? 100000;
    for (let value = 0; value <= this.most; value += rise) context.fillText(String(value), MARGIN - 6, y(value));
  }
}

// A page with the reason why there is no sequence has no plot.
if (place) {
  const answer = await fetch(place.dataset.sequence);
  if (answer.ok) new Plot(await answer.json());
}
