// The pattern of a game on a canvas: zoom, pan, the value under the pointer, a click to go and play there.
import { announce, calm, make, readable, say } from './page.js';

const place = document.querySelector('.pattern');
const form = document.querySelector('form.explore');
const dark = matchMedia('(prefers-color-scheme: dark)');
const MARGIN = 58;
/** The height of a position in a picture with one row. */
const ROW = 72;

/** Numbers of a plane: the head is a line of JSON, the rest are values. */
function read(buffer) {
  const bytes = new Uint8Array(buffer);
  const end = bytes.indexOf(10);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  const body = buffer.slice(end + 1);
  const values = head.bytes === 1 ? new Uint8Array(body) : head.bytes === 2 ? new Uint16Array(body) : new Uint32Array(body);
  return { ...head, values, none: 2 ** (8 * head.bytes) - 1 };
}

/** Writes the title of an axis around a place; a name in brackets, `heap 1 (h1)`, as in formulas: h with its number below. */
function title(context, text, x, y) {
  const plain = '600 13px system-ui, sans-serif';
  const mathematics = '"Latin Modern Math", "STIX Two Math", "Cambria Math", Georgia, serif';
  const [, before, name, number, after] = /^(.*\()([a-z]+)(\d*)(\))$/.exec(text) ?? [text, text, '', '', ''];
  const parts = [
    [before, plain, 0],
    [name, `italic 15px ${mathematics}`, 0],
    [number, `11px ${mathematics}`, 4],
    [after, plain, 0],
  ];
  const widths = parts.map(([part, font]) => {
    context.font = font;
    return context.measureText(part).width;
  });
  context.textAlign = 'left';
  let at = x - widths.reduce((sum, width) => sum + width, 0) / 2;
  parts.forEach(([part, font, below], place) => {
    context.font = font;
    context.fillText(part, at, y + below);
    at += widths[place];
  });
}

class Pattern {
  constructor() {
    this.canvas = make('canvas', { tabindex: '0', role: 'application', 'aria-label': say('explore.canvas'), 'aria-describedby': 'explore-help' });
    this.readout = make('output', { class: 'readout mono', 'aria-live': 'polite' });
    this.caption = make('p', { class: 'caption' });
    this.legend = make('ul', { class: 'legend', 'aria-label': say('explore.legend') });
    const button = (text, name, act) => make('button', { type: 'button', title: name, 'aria-label': name, onclick: act }, text);
    const tools = make('p', { class: 'row tools' },
      button('+', say('explore.in'), () => this.zoomHere(1.6)),
      button('−', say('explore.out'), () => this.zoomHere(1 / 1.6)),
      button(say('explore.fit'), say('explore.fit-all'), () => this.fit()));
    const help = make('p', { class: 'note', id: 'explore-help' }, make('span', { class: 'keys' }, `${say('explore.help')} ${say('explore.keys')}`), make('span', { class: 'fingers' }, say('explore.help-fingers')));
    // A finger hits a small position only by chance: it goes there by a button.
    this.goes = make('a', { class: 'button', hidden: true });
    const reading = make('div', { class: 'reading' }, this.readout, this.goes);
    this.stage = make('div', { class: 'stage' }, make('div', { class: 'canvas' }, this.canvas), reading, make('div', { class: 'side' }, tools, this.caption, this.legend, help));
    place.append(this.stage);
    this.cursor = null;
    this.listen();
    new ResizeObserver(() => this.size()).observe(this.stage);
  }

  async load() {
    const link = new URL(place.dataset.plane, location.href);
    if (dark.matches) link.searchParams.set('dark', 'true');
    const mine = (this.latest = (this.latest ?? 0) + 1);
    const began = performance.now();
    delete this.canvas.dataset.ready;
    this.goes.hidden = true;
    const answer = await fetch(link);
    if (mine !== this.latest) return;
    if (!answer.ok) {
      const { error } = await answer.json();
      const remedy = error.code === 'limit' ? `. ${say('failed.remedy')}` : '';
      const words = (error.message + remedy).replaceAll('`', '');
      this.refuse(words);
      return;
    }
    const before = this.plane;
    this.plane = read(await answer.arrayBuffer());
    this.paint();
    this.size();
    if (!before || before.columns !== this.plane.columns || before.rows !== this.plane.rows) this.fit();
    else this.draw();
    this.tell();
    this.canvas.dataset.ready = String(Math.round(performance.now() - began));
  }

  /** The reason why there is no picture, in its place: one for other numbers would mislead. */
  refuse(words) {
    this.plane = undefined;
    this.cursor = null;
    delete this.canvas.dataset.ready;
    this.legend.replaceChildren();
    this.caption.textContent = '';
    this.canvas.getContext('2d').clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.readout.value = words.charAt(0).toUpperCase() + words.slice(1);
    announce(this.readout.value);
  }

  /** One pixel for each position. */
  paint() {
    const { columns, rows, values, none, greatest, colours, paper } = this.plane;
    const colour = ((this.printing && paper) || colours).map((text) => Number.parseInt(text.slice(1), 16));
    this.image = new OffscreenCanvas(columns, rows);
    const context = this.image.getContext('2d');
    const pixels = context.createImageData(columns, rows);
    const words = new Uint32Array(pixels.data.buffer);
    const last = colour.length - 1;
    for (let up = 0; up < rows; up++) {
      for (let across = 0; across < columns; across++) {
        const value = values[up * columns + across];
        if (value === none) continue;
        const rgb = colour[greatest > last ? Math.floor((value * last) / greatest) : value];
        // Upwards on the page is upwards in the picture.
        words[(rows - 1 - up) * columns + across] = 0xff000000 | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >> 16);
      }
    }
    context.putImageData(pixels, 0, 0);
  }

  /** On paper the colours are those of a light page. */
  print(printing) {
    this.printing = printing;
    if (!this.plane) return;
    this.paint();
    this.draw();
  }

  size() {
    // The whole picture with its axes is in sight, where there is room for it.
    const below = innerHeight - (this.stage.getBoundingClientRect().top + scrollY) - 14;
    // A single row needs no square: it may be as wide as the legend leaves it.
    const room = this.plane?.rows === 1 ? this.stage.clientWidth - 290 : below;
    const width = Math.floor(Math.min(this.stage.clientWidth - 2, Math.max(320, room)));
    const height = this.plane?.rows === 1 ? Math.min(width, MARGIN + ROW + 16) : width;
    const ratio = devicePixelRatio || 1;
    if (this.width === width && this.height === height && this.ratio === ratio) return;
    Object.assign(this, { width, height, ratio });
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    if (this.plane) this.fit();
  }

  fit() {
    const room = [this.width - MARGIN - 8, this.height - MARGIN - 8];
    this.scale = Math.min(room[0] / this.plane.columns, this.plane.rows === 1 ? ROW : room[1] / Math.max(this.plane.rows, 1), 60);
    this.least = this.scale;
    this.left = 0;
    this.bottom = 0;
    this.draw();
  }

  /** The height of a position: a single row is high enough to be seen and touched, however narrow its positions are. */
  get tall() {
    return this.plane.rows === 1 ? Math.max(this.scale, ROW) : this.scale;
  }

  zoom(factor, at = { x: MARGIN + (this.width - MARGIN) / 2, y: (this.height - MARGIN) / 2 }) {
    const scale = Math.min(80, Math.max(this.least, this.scale * factor));
    const [across, up] = this.real(at);
    this.scale = scale;
    this.left = across - (at.x - MARGIN) / scale;
    this.bottom = up - (this.height - MARGIN - at.y) / this.tall;
    this.hold();
    this.draw();
  }

  /** Zooms about the cursor, so that it stays in sight; about the middle where there is none. */
  zoomHere(factor) {
    if (!this.plane) return;
    if (this.cursor && this.isSeen(this.cursor)) this.zoom(factor, this.middle(this.cursor));
    else this.zoom(factor);
  }

  /** The middle of a position on the canvas. */
  middle({ across, up }) {
    return { x: MARGIN + (across + 0.5 - this.left) * this.scale, y: this.height - MARGIN - (up + 0.5 - this.bottom) * this.tall };
  }

  isSeen(cell) {
    const { x, y } = this.middle(cell);
    return x >= MARGIN && x <= this.width - 8 && y >= 8 && y <= this.height - MARGIN;
  }

  /** Moves the picture so far that a position is in it. */
  follow({ across, up }) {
    const wide = (this.width - MARGIN - 8) / this.scale;
    const high = (this.height - MARGIN - 8) / this.tall;
    this.left = Math.min(Math.max(this.left, across + 1 - wide), across);
    this.bottom = Math.min(Math.max(this.bottom, up + 1 - high), up);
    this.hold();
  }

  /** Stays within the picture. */
  hold() {
    const most = (count, room, scale) => Math.max(0, count - room / scale);
    this.left = Math.min(Math.max(0, this.left), most(this.plane.columns, this.width - MARGIN - 8, this.scale));
    this.bottom = Math.min(Math.max(0, this.bottom), most(this.plane.rows, this.height - MARGIN - 8, this.tall));
  }

  /** Where a point of the canvas lies in the plane. */
  real({ x, y }) {
    return [this.left + (x - MARGIN) / this.scale, this.bottom + (this.height - MARGIN - y) / this.tall];
  }

  cell(point) {
    const [across, up] = this.real(point).map(Math.floor);
    const inside = point.x >= MARGIN && point.y <= this.height - MARGIN && across >= 0 && up >= 0 && across < this.plane.columns && up < this.plane.rows;
    return inside ? { across, up } : null;
  }

  value({ across, up }) {
    return this.plane.values[up * this.plane.columns + across];
  }

  name(value) {
    return value === this.plane.none ? say('explore.none') : (this.plane.outcomes[value] ?? String(value));
  }

  /** The whole position of a cell, as it is written. */
  position({ across, up }) {
    const { names, axes } = this.plane;
    const fixed = Object.fromEntries([...form.querySelectorAll('[data-fixed]')].map((field) => [field.dataset.fixed, field.value || '0']));
    const numbers = names.map((name) => (name === axes[0] ? across : name === axes[1] ? up : (fixed[name] ?? 0)));
    const control = form.elements['fix-control']?.value;
    return numbers.join(',') + (control ? `:${control}` : '');
  }

  show(cell) {
    this.cursor = cell;
    if (!cell) return;
    const { axes } = this.plane;
    const where = axes.map((name, index) => `${name} = ${index ? cell.up : cell.across}`).join(', ');
    const value = this.value(cell);
    const meaning = this.plane.outcomes.length && place.dataset.meanings.split('|')[value];
    this.readout.value = `${where}: ${this.name(value)}${meaning && this.name(value).length === 1 ? `, ${meaning}` : ''}`;
  }

  /** The link to play from a cell. */
  link(cell) {
    const link = new URL(place.dataset.play, location.href);
    link.searchParams.delete('heaps');
    const heaps = new URL(location.href).searchParams.get('heaps');
    if (heaps) link.searchParams.set('heaps', heaps);
    link.searchParams.set('start', this.position(cell));
    return link;
  }

  listen() {
    const point = (event) => {
      const box = this.canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const fingers = new Map();
    let moved = 0;
    this.canvas.addEventListener('wheel', (event) => {
      if (!this.plane) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), point(event));
    }, { passive: false });
    this.canvas.addEventListener('pointerdown', (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, point(event));
      moved = 0;
    });
    this.canvas.addEventListener('pointermove', (event) => {
      if (!this.plane) return;
      const here = point(event);
      const before = fingers.get(event.pointerId);
      if (!before) {
        this.show(this.cell(here));
        this.draw();
        return;
      }
      const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      moved += Math.hypot(here.x - before.x, here.y - before.y);
      if (others.length) {
        const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
        this.zoom(apart(here, others[0]) / Math.max(1, apart(before, others[0])), others[0]);
      } else {
        this.left -= (here.x - before.x) / this.scale;
        this.bottom += (here.y - before.y) / this.tall;
        this.hold();
        this.draw();
      }
      fingers.set(event.pointerId, here);
    });
    const up = (event) => {
      const here = point(event);
      const alone = fingers.size === 1;
      fingers.delete(event.pointerId);
      const cell = this.plane && this.cell(here);
      if (event.type === 'pointerup' && alone && moved < 6 && cell && this.value(cell) !== this.plane.none) {
        this.show(cell);
        this.draw();
        // As the help says: a click leads there where a mouse is the main pointer.
        const leads = event.pointerType === 'mouse' && matchMedia('(hover: hover) and (pointer: fine)').matches;
        if (leads) location.assign(this.link(cell));
        this.goes.hidden = leads;
        this.goes.href = this.link(cell);
        this.goes.textContent = say('explore.play-here', this.position(cell));
      }
    };
    this.canvas.addEventListener('pointerup', up);
    this.canvas.addEventListener('pointercancel', up);
    this.canvas.addEventListener('keydown', (event) => {
      if (!this.plane || event.altKey || event.ctrlKey || event.metaKey) return;
      const cell = this.cursor ?? { across: Math.floor(this.left), up: Math.floor(this.bottom) };
      const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
      if (steps[event.key]) {
        const [across, up] = steps[event.key];
        const next = this.cursor ? { across: cell.across + across, up: cell.up + up } : cell;
        if (next.across >= 0 && next.up >= 0 && next.across < this.plane.columns && next.up < this.plane.rows) {
          this.show(next);
          this.follow(next);
        }
      } else if (event.key === '+' || event.key === '=') this.zoomHere(1.6);
      else if (event.key === '-') this.zoomHere(1 / 1.6);
      else if (event.key === '0') this.fit();
      else if (event.key === 'Enter' && this.cursor) location.assign(this.link(this.cursor));
      else return;
      event.preventDefault();
      this.draw();
    });
  }

  draw() {
    const { width, height, ratio, plane, scale } = this;
    if (!plane || !width) return;
    const { tall } = this;
    // The whole picture need not be dragged: over it a finger scrolls the page.
    this.canvas.style.touchAction = scale > this.least ? 'none' : 'pan-y';
    const style = getComputedStyle(document.documentElement);
    const [ink, line, page] = this.printing
      ? ['#000', '#999', '#fff']
      : ['--ink', '--line', '--page'].map((name) => style.getPropertyValue(name).trim());
    const context = this.canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = page;
    context.fillRect(0, 0, width, height);
    context.save();
    context.beginPath();
    context.rect(MARGIN, 0, width - MARGIN, height - MARGIN);
    context.clip();
    context.imageSmoothingEnabled = scale < 1;
    const x = MARGIN - this.left * scale;
    const y = height - MARGIN - (plane.rows - this.bottom) * tall;
    context.drawImage(this.image, x, y, plane.columns * scale, plane.rows * tall);
    if (scale >= 24) this.write(context, x, scale);
    if (this.cursor) {
      context.strokeStyle = style.getPropertyValue('--focus').trim();
      context.lineWidth = 2;
      context.strokeRect(x + this.cursor.across * scale, height - MARGIN - (this.cursor.up + 1 - this.bottom) * tall, scale, tall);
    }
    context.restore();
    this.axes(context, ink, line);
  }

  /** Values in cells that have room for them. */
  write(context, x, scale) {
    const { plane, height, tall } = this;
    context.font = `${Math.min(16, scale * 0.45)}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    const last = plane.colours.length - 1;
    for (let up = Math.floor(this.bottom); up < Math.min(plane.rows, this.bottom + height / tall + 1); up++) {
      for (let across = Math.floor(this.left); across < Math.min(plane.columns, this.left + this.width / scale + 1); across++) {
        const value = this.value({ across, up });
        if (value === plane.none) continue;
        const rgb = Number.parseInt(plane.colours[plane.greatest > last ? Math.floor((value * last) / plane.greatest) : value].slice(1), 16);
        const light = 0.3 * (rgb >> 16) + 0.59 * ((rgb >> 8) & 255) + 0.11 * (rgb & 255);
        context.fillStyle = light > 140 ? '#000' : '#fff';
        context.fillText(this.name(value), x + (across + 0.5) * scale, height - MARGIN - (up + 0.5 - this.bottom) * tall);
      }
    }
  }

  axes(context, ink, line) {
    const { width, height, plane, scale } = this;
    const wide = Math.min(width, MARGIN + (plane.columns - this.left) * scale);
    const top = Math.max(0, height - MARGIN - (plane.rows - this.bottom) * this.tall);
    context.strokeStyle = line;
    context.strokeRect(MARGIN - 0.5, top, wide - MARGIN, height - MARGIN - top);
    context.fillStyle = ink;
    context.font = '12px system-ui, sans-serif';
    const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
    const step = steps.find((one) => one * scale >= 44) ?? 1000;
    context.textAlign = 'center';
    context.textBaseline = 'top';
    for (let at = Math.ceil(this.left / step) * step; at < plane.columns; at += step) {
      const x = MARGIN + (at + 0.5 - this.left) * scale;
      if (x > width - 8) break;
      context.fillText(String(at), x, height - MARGIN + 5);
    }
    title(context, place.dataset.across, (MARGIN + wide) / 2, height - MARGIN + 28);
    context.textAlign = 'center';
    context.font = '12px system-ui, sans-serif';
    if (!plane.axes[1]) return;
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    for (let at = Math.ceil(this.bottom / step) * step; at < plane.rows; at += step) {
      const y = height - MARGIN - (at + 0.5 - this.bottom) * scale;
      if (y < 18) break;
      context.fillText(String(at), MARGIN - 6, y);
    }
    context.save();
    context.translate(14, (top + height - MARGIN) / 2);
    context.rotate(-Math.PI / 2);
    title(context, place.dataset.up, 0, 0);
    context.restore();
  }

  tell() {
    const { plane } = this;
    const swatch = (colour, text) => {
      const box = make('span', { class: 'swatch', 'aria-hidden': 'true' });
      box.style.background = colour;
      return make('li', {}, box, text);
    };
    const present = new Set(plane.values);
    const items = [];
    const meanings = place.dataset.meanings.split('|');
    const words = (name, value) => (meanings[value] && name.length === 1 ? `${name}: ${meanings[value]}` : name);
    const remote = form.elements.value.value === 'remoteness';
    this.caption.textContent = remote ? say('explore.moves-left') : plane.outcomes.length ? '' : say('explore.grundy-value');
    if (plane.outcomes.length) {
      plane.outcomes.forEach((name, value) => present.has(value) && items.push(swatch(plane.colours[value], words(name, value))));
    } else if (remote) {
      // Of each of the two colours a light and a strong one.
      const last = plane.colours.length - 1;
      const colour = (value) => plane.colours[plane.greatest > last ? Math.floor((value * last) / plane.greatest) : value];
      for (const [odd, name] of [[0, 'explore.even'], [1, 'explore.odd']]) {
        const values = [...present].filter((value) => value !== plane.none && value % 2 === odd).sort((one, other) => one - other);
        if (values.length) items.push(swatch(colour(values[Math.floor(values.length / 2)]), say(name, values[0], values.at(-1))));
      }
      items.push(make('li', { class: 'note' }, say('explore.stronger')));
    } else if (plane.colours.length <= 17) {
      plane.colours.forEach((colour, value) => items.push(swatch(colour, value === 0 ? say('explore.zero') : String(value))));
    } else {
      items.push(swatch(plane.colours[0], say('explore.zero')));
      // The multiples of a round number, at most eight.
      let step = 1;
      for (let power = 1; plane.greatest > 8 * step; power *= 10) step = [1, 2, 4, 5, 8].map((digit) => digit * power).find((one) => plane.greatest <= 8 * one) ?? 10 * power;
      for (let value = step; value <= plane.greatest; value += step) {
        const last = plane.colours.length - 1;
        items.push(swatch(plane.colours[plane.greatest > last ? Math.floor((value * last) / plane.greatest) : value], String(value)));
      }
    }
    if (present.has(plane.none)) items.push(swatch('transparent', say('explore.none')));
    this.legend.replaceChildren(...items);
  }
}

/** The picture, and the form beside it. */
function begin() {
  const pattern = new Pattern();

  /** The options of the form become the link of this page, and of the picture. */
  function changed() {
    const link = new URL('explore', location.href);
    for (const [name, value] of new FormData(form)) if (value !== '') link.searchParams.set(name, value);
    const wrong = [...form.querySelectorAll('input[type=number]')].find((field) => !field.checkValidity());
    if (wrong) {
      const label = form.querySelector(`label[for="${CSS.escape(wrong.id)}"]`)?.textContent.trim() ?? wrong.name;
      pattern.latest = (pattern.latest ?? 0) + 1;
      pattern.refuse(say('explore.between', label, wrong.min, wrong.max));
      return;
    }
    history.replaceState(null, '', readable(link));
    const plane = new URL('api/v1/plane', location.href);
    for (const name of ['game', 'heaps', 'set', 'value', 'upto']) if (link.searchParams.get(name)) plane.searchParams.set(name, link.searchParams.get(name));
    const fixed = [...form.querySelectorAll('[data-fixed]')].map((field) => `${field.dataset.fixed}=${field.value || 0}`);
    const control = form.elements['fix-control']?.value;
    if (control) fixed.push(`control=${control}`);
    if (fixed.length) plane.searchParams.set('fix', fixed.join(','));
    const axes = new URL(place.dataset.plane, location.href).searchParams.get('axes');
    if (axes) plane.searchParams.set('axes', axes);
    place.dataset.plane = `api/v1/plane${plane.search}`;
    for (const button of document.querySelectorAll('[data-export]')) {
      const path = { png: 'picture.png', svg: 'picture.svg', csv: 'plane' }[button.dataset.export];
      button.href = `api/v1/${path}${plane.search}${button.dataset.export === 'csv' ? '&format=csv' : ''}`;
    }
    pattern.load();
  }

  for (const field of form.querySelectorAll('[data-fixed]')) {
    const slider = make('input', { type: 'range', min: 0, max: Math.max(Number(form.elements.upto.value), Number(field.value)), value: field.value, 'aria-label': field.dataset.fixed });
    slider.addEventListener('input', () => {
      field.value = slider.value;
      calmly();
    });
    field.addEventListener('input', () => (slider.value = field.value));
    field.after(slider);
  }
  const calmly = calm(changed, 60);
  form.addEventListener('change', (event) => {
    // Other axes need other sliders: the server generates the page again.
    if (['across', 'up'].includes(event.target.name)) form.requestSubmit();
    else if (event.target.type !== 'range') calmly();
  });
  dark.addEventListener('change', () => pattern.load());
  addEventListener('beforeprint', () => pattern.print(true));
  addEventListener('afterprint', () => pattern.print(false));
  pattern.load();
}
// A page with the reason why there is no picture has no form.
if (place) begin();
