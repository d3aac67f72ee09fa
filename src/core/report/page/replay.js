// The last of the scripts of the page, which are joined in one: what they are and in which order is said in replay.rs.

/** The page: brings map, log, report, charts and proof together. */
(() => {
  const { html } = chart;
  const { $, many, aloud, copy, badge, plainly, report } = page_tools;

  const open = (view) => {
    const { steps, moments } = view;
    const count = steps.length;
    if (count === 0) throw new Error("the match has no step");
    const places = new Map(steps.map((step, place) => [step.n, place]));
    const sides = new Map(view.sides.map((side, number) => [side.id, { ...side, number }]));
    const parts = new Map((view.parts ?? []).map((part) => [part.id, part.name]));
    const turns = [];
    steps.forEach((step, place) => {
      if (place === 0 || steps[place - 1].turn !== step.turn) turns.push({ step: place, name: step.turn_name || step.when || `Turn ${step.turn}`, short: String(step.turn) });
    });
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    const titled = (step) => [`Step ${step.n} of ${steps[count - 1].n}`, step.when].filter(Boolean).join(" · ");
    let at = -1;
    let moment = null;
    let timer = 0;
    let follow = true;

    $("title").textContent = view.title;
    $("subtitle").textContent = view.subtitle;
    $("outcome").textContent = view.outcome ? `The match is over: ${view.outcome}.` : "The match is in progress.";
    $("foot").textContent = `Made by ${view.version}. Match ${view.match}.`;

    // The map.
    let map = null;
    let legend = null;
    const tell = (words, spoken) => {
      $("told").textContent = words || "Nothing is here.";
      if (spoken) aloud(words || "Nothing is here.");
    };
    if (view.map) {
      const has_tracks = view.map.layers.includes("tracks");
      map = board.make({
        stage: $("stage"),
        map: view.map,
        steps,
        tell,
        moved: () => {},
        trimmed: has_tracks,
        lettering: letters.make,
        aside: has_tracks ? $("aside") : null,
      });
      $("tracks").hidden = !has_tracks;
      $("tracks").onclick = () => {
        $("aside").hidden = !$("aside").hidden;
        $("tracks").setAttribute("aria-expanded", String(!$("aside").hidden));
        map.fit_aside();
      };
      if (view.map.key) legend = map_key.make({ key: view.map.key, panel: $("key"), body: $("key-body"), opener: $("key-open"), closer: $("key-close") });
      $("in").onclick = () => map.zoom(1.5);
      $("out").onclick = () => map.zoom(1 / 1.5);
      $("all").onclick = () => map.whole();
      $("follow").onclick = () => following(!follow);
    } else {
      $("map").hidden = true;
      $("main").classList.add("r-mapless");
    }
    const following = (wanted) => {
      follow = wanted;
      $("follow").setAttribute("aria-pressed", String(follow));
      if (follow && map && steps[at].focus) map.look(steps[at].focus);
    };

    // The log and its filter.
    const { story, fields, people, ask, unfold } = filter.make({ steps, moments, sides, parts, places, changed: () => strip(), sifted: () => link() });

    // The curve over the slider, with what the filter finds.
    const deciding = (view.series ?? []).find(({ decides }) => decides) ?? (view.series ?? [])[0] ?? null;
    const curve = timeline.make({ svg: $("curve"), series: deciding, steps, turns, moments, places, sides });
    const stands = (place) => (place === count - 1 && view.outcome ? `The match is over: ${view.outcome}.` : steps[place].stands);
    /** Who has what, and who wins so, on the map. */
    const score = (place) => {
      const parts = (deciding?.lines ?? []).flatMap(({ side, values }, n) => {
        const name = html("span", { className: `r-side r-side-${sides.get(side)?.number ?? n}` }, sides.get(side)?.name ?? side);
        return [n > 0 ? ", " : "", name, " ", html("b", {}, String(values[place]))];
      });
      const title = deciding ? `${deciding.title}: ` : "";
      $("score").replaceChildren(title, ...parts, stands(place) ? html("span", { className: "r-stands" }, stands(place)) : "");
      $("score").hidden = !deciding;
    };
    const strip = () => curve.draw(story?.matching());

    // The hands of a game of cards, once they are proven.
    const hands = hands_panel.make({ steps, sides, names: view.cards ?? {}, piles: view.piles ?? {} });

    // Charts.
    const counts = statistics.make({ view, steps, turns, sides, go: (place) => go(place, {}), where: () => at });

    // Where we are.
    const slider = $("slider");
    slider.max = String(count - 1);
    const under = (event) => {
      const box = slider.getBoundingClientRect();
      return Math.round(Math.min(Math.max((event.clientX - box.x) / box.width, 0), 1) * (count - 1));
    };
    slider.addEventListener("pointermove", (event) => {
      $("tip").textContent = curve.told(under(event));
      $("tip").hidden = false;
      const box = slider.getBoundingClientRect();
      const half = $("tip").offsetWidth / 2;
      $("tip").style.left = `${Math.min(Math.max(event.clientX - box.x, half), box.width - half)}px`;
    });
    slider.addEventListener("pointerleave", () => { $("tip").hidden = true; });

    // The cards of combats, whom the map follows, two steps side by side.
    const pressed = (button) => button.getAttribute("aria-pressed") === "true";
    const press = (button, wanted) => button.setAttribute("aria-pressed", String(wanted));
    const dealt = cards.make({ stage: $("stage"), map, wanted: () => pressed($("cards")) });
    $("cards").onclick = () => {
      press($("cards"), !pressed($("cards")));
      dealt.redraw();
    };
    const trail = follow_way.make({ map, stage: $("stage"), list: $("followed"), steps, turns, moments, places, stop: () => {
      accompany(-1);
      map?.ring(null);
      whom.focus();
    } });
    const whom = $("follow-whom");
    const groups = [["leader", "Leaders"], ["army", "Armies"], ["unit", "Units"]];
    const followed = (view.followed ?? []).map((one, n) => ({ ...one, n }));
    whom.replaceChildren(new Option("nobody", ""), ...groups.map(([kind, label]) => {
      const own = followed.filter((one) => one.kind === kind).sort((a, b) => filter.natural(a.name, b.name));
      return own.length === 0 ? "" : html("optgroup", { label }, ...own.map((one) => new Option(one.name, String(one.n))));
    }).filter(Boolean));
    whom.closest("label").hidden = followed.length === 0;
    const accompany = (n) => {
      const one = followed[n] ?? null;
      whom.value = one ? String(n) : "";
      trail.of(one);
      trail.at(at);
      link();
    };
    whom.onchange = () => {
      accompany(whom.value === "" ? -1 : Number(whom.value));
      const spot = trail.where(at);
      map?.ring(spot);
      if (map && spot) map.look([spot[0] - 200, spot[1] - 200, 400, 400]);
    };
    const both = map && compare.make({ room: $("map"), first: map, map: view.map, steps, titled, tell, opener: $("compare"), changed: (open) => {
      press($("compare"), open);
      link();
    } });
    $("compare").onclick = () => both?.toggle();
    $("compare").hidden = !map;
    let linked = 0;
    const address = () => {
      const words = new URLSearchParams({ step: String(steps[at].n) });
      if (moment !== null) words.set("moment", String(moment));
      for (const [key, field] of Object.entries(fields)) if (field.value.trim()) words.set(key, field.value.trim());
      const accompanied = followed[Number(whom.value || NaN)];
      if (accompanied) words.set("follow", `${accompanied.kind} ${accompanied.name}`);
      const beside = both?.with() ?? null;
      if (beside !== null) words.set("beside", String(steps[beside].n));
      return `#${words}`;
    };
    // Browsers take an address only so often.
    const link = () => {
      clearTimeout(linked);
      linked = setTimeout(() => {
        try {
          history.replaceState(null, "", address());
        } catch { /* A page without an address still works. */ }
      }, 250);
    };
    let announced = 0;
    const announce = () => {
      clearTimeout(announced);
      if (timer) return;
      announced = setTimeout(() => {
        if (document.activeElement !== slider) aloud([titled(steps[at]), steps[at].headline].filter(Boolean).join(". "));
      }, 500);
    };
    const go = (wanted, { single = null, force = false } = {}) => {
      const place = Math.min(Math.max(wanted, 0), count - 1);
      const same = place === at;
      at = place;
      moment = single;
      const step = steps[at];
      if (!same || force) {
        slider.value = String(at);
        slider.setAttribute("aria-valuetext", [titled(step), step.headline].filter(Boolean).join(". "));
        $("when").textContent = titled(step);
        $("headline").textContent = step.headline;
        $("report-title").textContent = `Step ${step.n}`;
        $("report-body").replaceChildren(report(step.html));
        for (const rule of $("report-body").querySelectorAll(".rule[data-rule]")) {
          if (rule.closest("summary, button, a")) continue;
          rule.setAttribute("role", "button");
          rule.tabIndex = 0;
          rule.title = "Show the log entries of this rule";
        }
        $("report").scrollTop = 0;
        map?.step(at);
        $("jump-turn").value = String(turns.findLast(({ step: first }) => first <= at)?.step ?? 0);
        $("jump-number").value = String(step.n);
        $("first").disabled = $("back").disabled = at === 0;
        $("last").disabled = $("next").disabled = at === count - 1;
        counts.at(at);
        curve.at(at);
        score(at);
        dealt.show(step.battles);
        trail.at(at);
        both?.at(at);
        hands.at(at);
        announce();
      }
      story.mark(at, moment);
      const one = moment === null ? null : moments[story.of(at)[moment]];
      map?.ring(one?.at ?? trail.where(at));
      // The map stays with whom it follows, wherever else something happens.
      const spot = one?.at ?? (follow ? trail.where(at) : null);
      const room = one?.at ? 60 : 200;
      if (map && spot) map.look([spot[0] - room, spot[1] - room, 2 * room, 2 * room], force);
      else if (map && follow && step.focus && !same) map.look(step.focus, force || (timer && Number($("speed").value) < 600));
      link();
    };
    const other = (direction) => {
      const where = story.matching();
      if (!where) return at + direction;
      return (direction > 0 ? where.find((place) => place > at) : where.findLast((place) => place < at)) ?? at;
    };
    const turn = (direction) => {
      const here = turns.findLastIndex(({ step }) => step <= at);
      if (direction < 0 && turns[here].step < at) return turns[here].step;
      return turns[here + direction]?.step ?? (direction < 0 ? 0 : count - 1);
    };

    // Playing.
    const stop = () => {
      clearTimeout(timer);
      timer = 0;
      $("play").setAttribute("aria-label", "Play");
      $("play").classList.remove("r-playing");
    };
    const beat = () => {
      timer = setTimeout(() => {
        const next = other(1);
        if (next === at || next >= count) return stop(), announce();
        go(next);
        beat();
      }, Number($("speed").value));
    };
    const play = () => {
      if (timer) return stop(), announce();
      $("play").setAttribute("aria-label", "Stop");
      $("play").classList.add("r-playing");
      if (at === count - 1) go(0);
      else if (other(1) !== at) go(other(1));
      beat();
    };
    const move = (place) => {
      stop();
      go(place);
    };
    let frame = 0;
    slider.addEventListener("input", () => {
      stop();
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => go(Number(slider.value)));
    });
    slider.addEventListener("keydown", (event) => {
      if (!["PageUp", "PageDown"].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      move(turn(event.key === "PageUp" ? -1 : 1));
    });
    $("first").onclick = () => move(0);
    $("back").onclick = () => move(other(-1));
    $("next").onclick = () => move(other(1));
    $("last").onclick = () => move(count - 1);
    $("play").onclick = play;
    $("link").onclick = (event) => copy(new URL(address(), location.href).href, event.currentTarget);

    // The map alone on the screen, where the browser lets it.
    $("full").hidden = !document.fullscreenEnabled || !map;
    $("full").onclick = () => (document.fullscreenElement ? document.exitFullscreen() : $("map").requestFullscreen().catch(() => {}));

    // A finger drawn across the report or the line above the slider goes to the next step or back.
    for (const place of [$("report"), $("steps").querySelector(".r-now")]) {
      let start = null;
      place.addEventListener("touchstart", ({ touches }) => { start = touches.length === 1 ? [touches[0].clientX, touches[0].clientY] : null; }, { passive: true });
      place.addEventListener("touchend", ({ changedTouches: [end] }) => {
        if (!start) return;
        const [dx, dy] = [end.clientX - start[0], end.clientY - start[1]];
        if (Math.abs(dx) > 60 && Math.abs(dy) < 40) move(other(dx < 0 ? 1 : -1));
      }, { passive: true });
    }

    // Jumps.
    jumps_to.make({
      steps, turns, moments, places, story, people, move,
      moment: (place, single) => {
        stop();
        go(place, { single });
      },
      leader: (wanted) => {
        ask({ person: wanted });
        unfold(true);
        const where = story.matching();
        move(where.find((place) => place >= at) ?? where[0] ?? at);
        // The map shows where he is, wherever else something happens.
        const way = followed.findIndex(({ kind, name }) => kind === "leader" && name === wanted);
        if (way < 0) return;
        accompany(way);
        const spot = trail.where(at);
        map?.ring(spot);
        if (map && spot) map.look([spot[0] - 200, spot[1] - 200, 400, 400]);
      },
    });

    // Links within the page, rules, rolls, copies.
    const panel = (name) => {
      $("main").dataset.panel = name;
      for (const button of document.querySelectorAll(".r-tabs button")) button.setAttribute("aria-pressed", String(button.dataset.panel === name));
      counts.draw_all();
      story.reach();
    };
    for (const button of document.querySelectorAll(".r-tabs button")) button.onclick = () => panel(button.dataset.panel);
    const show = (id) => {
      const name = id.replace("r-", "");
      if (["report", "hands", "log", "whole", "check"].includes(name)) panel(name);
      const target = document.getElementById(id);
      target.scrollIntoView({ behavior: still.matches ? "auto" : "smooth", block: "start" });
      target.focus({ preventScroll: true });
    };
    const rule = (name) => {
      ask({ rule: name });
      unfold(true);
      panel("log");
      aloud($("count").textContent);
    };
    document.addEventListener("click", (event) => {
      const target = event.target;
      const button = target.closest("button.copy");
      if (button) return copy(button.dataset.copy, button);
      const named = target.closest(".rule[data-rule][role=button]");
      if (named) return rule(named.dataset.rule);
      const to = target.closest("a[href^='#']");
      if (!to || event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
      const where = to.getAttribute("href");
      event.preventDefault();
      if (where.startsWith("#step=")) {
        stop();
        arrive(where, to.closest("#r-scroll") !== null);
      } else if (to.classList.contains("roll")) {
        const row = document.getElementById(where.slice(1));
        if (!row) return;
        for (let of = row; of; of = of.parentElement) if (of.localName === "details") of.open = true;
        document.querySelectorAll(".r-found").forEach((found) => found.classList.remove("r-found"));
        row.classList.add("r-found");
        row.tabIndex = -1;
        row.scrollIntoView({ block: "center" });
        row.focus({ preventScroll: true });
      } else if (document.getElementById(where.slice(1))) {
        show(where.slice(1));
      }
    });

    // Keys.
    const help = () => $("help").showModal();
    $("help-open").onclick = help;
    const acts = {
      ArrowLeft: () => move(other(-1)),
      ArrowRight: () => move(other(1)),
      PageUp: () => move(turn(-1)),
      PageDown: () => move(turn(1)),
      Home: () => move(0),
      End: () => move(count - 1),
      " ": play,
      "+": () => map?.zoom(1.5),
      "=": () => map?.zoom(1.5),
      "-": () => map?.zoom(1 / 1.5),
      0: () => map?.whole(),
      f: () => map && following(!follow),
      k: () => legend?.toggle(),
      "/": () => {
        panel("log");
        fields.text.focus();
      },
      "?": help,
    };
    page_keys.make({ acts, rule });

    // Links to a moment.
    const arrive = (hash, keep) => {
      const words = new URLSearchParams(hash.replace(/^#/, ""));
      if (!words.has("step")) return false;
      const wanted = Number(words.get("step"));
      const place = places.get(wanted) ?? count - 1;
      const single = words.has("moment") ? Number(words.get("moment")) : null;
      if (!keep && words.has("follow")) {
        const [kind, ...name] = words.get("follow").split(" ");
        accompany(followed.findIndex((one) => one.kind === kind && one.name === name.join(" ")));
      }
      if (!keep) ask(Object.fromEntries(Object.keys(fields).map((key) => [key, words.get(key) ?? ""])));
      const beside = words.has("beside") ? places.get(Number(words.get("beside"))) : undefined;
      go(place, { single: Number.isInteger(single) && story.of(place)[single] !== undefined ? single : null, force: at === -1 });
      if (beside !== undefined) both?.open(beside);
      else if (!keep) both?.shut();
      return true;
    };
    // The address may have been replaced since: what was asked for is in the event.
    addEventListener("hashchange", (event) => arrive(new URL(event.newURL).hash, false));

    // On paper everything is unfolded.
    let unfolded = [];
    addEventListener("beforeprint", () => {
      unfolded = [...$("report-body").querySelectorAll("details:not([open])")];
      for (const one of unfolded) one.open = true;
    });
    addEventListener("afterprint", () => unfolded.forEach((one) => { one.open = false; }));

    if (!arrive(location.hash, false)) {
      go(0, { force: true });
      story.apply({});
    }
    $("main").classList.add("r-ready");
    requestAnimationFrame(() => setTimeout(counts.whole));
    return { hands };
  };

  const begin = async () => {
    $("late").hidden = true;
    let view;
    let shown;
    try {
      view = await blob.read("view");
      // A report is told by its sections.
      for (const step of view.steps ?? []) if (Array.isArray(step.html)) step.html = step.html.map((section) => view.sections[section]).join("");
      shown = open(view);
    } catch (error) {
      $("main").hidden = true;
      if (error instanceof blob.Old) {
        badge("none", "Not verified");
        return plainly(error.message);
      }
      badge("bad", "Verification fails.", "The page is damaged, or was altered.");
      return plainly(`This page is damaged and cannot be shown: ${error.message}. Ask for it again, or make it again from the match folder with adjutant replay.`);
    }
    requestAnimationFrame(() => setTimeout(async () => shown.hands.fill(await verdict.prove(view)), 60));
  };
  begin();
})();
