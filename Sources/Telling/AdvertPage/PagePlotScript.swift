internal import AdvertReport

/// Plots over time: one cursor and one zoom for all of them, and the numbers at the cursor in words.
enum PagePlotScript {
  static let text: StaticString = #"""
    (() => {
      "use strict";
      const all = (selector, root) => [...root.querySelectorAll(selector)];

      /// A figure over time. Times are microseconds.
      class Plot {
        constructor(figure) {
          this.figure = figure;
          this.strips = figure.querySelector(".strips");
          this.reading = figure.querySelector(".reading");
          this.buckets = Number(figure.dataset.buckets);
          this.start = Number(figure.dataset.start);
          this.isWhole = figure.matches(".timeline");
          this.length = Number(figure.dataset.length) * (this.isWhole ? 1 : this.buckets);
          [this.from, this.until] = [this.start, this.start + this.length];
          this.axis = all(".axis span", figure);
          this.titles = this.axis.map((span) => span.textContent);
          this.cursor = document.createElement("div");
          this.cursor.className = "cursor";
          this.cursor.hidden = true;
          this.strips.append(this.cursor);
        }

        get svgs() { return all("svg", this.strips); }

        timeAt(event) {
          const box = (event.target.closest("svg") ?? this.svgs[0]).getBoundingClientRect();
          const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
          return this.from + share * (this.until - this.from);
        }

        /// Shows only some time; all when there is none of it here.
        show(from, until) {
          const end = this.start + this.length;
          const isPart = until > this.start && from < end && (from > this.start || until < end);
          [this.from, this.until] = isPart ? [Math.max(from, this.start), Math.min(until, end)] : [this.start, end];
          for (const svg of this.svgs) {
            svg.dataset.whole ??= svg.getAttribute("viewBox");
            const [, , width, height] = svg.dataset.whole.split(" ").map(Number);
            const scale = width / this.length;
            svg.setAttribute("viewBox", `${(this.from - this.start) * scale} 0 ${(this.until - this.from) * scale} ${height}`);
          }
          this.axis.forEach((span, index) => {
            const time = this.from + (this.until - this.from) * (this.axis.length > 1 ? index / (this.axis.length - 1) : 0);
            span.textContent = isPart ? clock(time) : this.titles[index];
          });
        }

        point(time) {
          const svg = this.svgs[0];
          const isHere = time !== null && time >= this.from && time <= this.until && svg?.clientWidth > 0;
          this.cursor.hidden = !isHere;
          if (this.reading) this.reading.textContent = isHere ? this.words(time) : "";
          if (!isHere) return;
          const place = svg.getBoundingClientRect();
          const left = place.left - this.strips.getBoundingClientRect().left;
          this.cursor.style.left = `${left + (time - this.from) / (this.until - this.from) * place.width}px`;
        }

        words(time) {
          const bucket = Math.min(this.buckets - 1, Math.floor((time - this.start) / this.length * this.buckets));
          return [clock(time), ...(this.isWhole ? this.wholeWords(time, bucket) : this.deviceWords(bucket))].join(", ");
        }

        wholeWords(time, bucket) {
          const scans = all("[data-scan]", this.strips).filter(({ dataset }) =>
            time - this.start >= Number(dataset.from) && time - this.start <= Number(dataset.until));
          const said = scans.slice(0, 3).map(({ dataset: { scan, mode, duty } }) =>
            `scan ${scan}: ${mode}${duty ? `, listening ${Number(duty) / 10} %` : ""}`);
          const isTold = this.strips.querySelector("[data-scan]") !== null;
          const counts = all("[data-counts]", this.strips).map(({ dataset }) => dataset.counts.split(" ")[bucket]);
          const received = counts.length === 2 ? [`${counts[0]} advertisements and ${counts[1]} scan responses`] : [];
          return [...(said.length > 0 ? said : isTold ? ["no scan in the log"] : []), ...received];
        }

        deviceWords(bucket) {
          this.rows ??= new Map(all("tbody tr", this.figure).map((row) => [row.dataset.bucket, row]));
          this.heads ??= all("thead th", this.figure).map((head) => head.textContent);
          const row = this.rows.get(String(bucket));
          return row ? [...row.cells].slice(1).map((cell, column) => `${this.heads[column + 1]} ${cell.textContent}`) : ["nothing was received here"];
        }
      }

      const clock = (time) => {
        const date = new Date(time / 1000);
        return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(11, 23);
      };

      const plots = all("figure.timeline, figure.series", document).map((figure) => new Plot(figure));
      /// Those that can be seen: a page has hundreds.
      const shown = () => plots.filter(({ strips }) => strips.clientWidth > 0);
      let cursor = null;
      const point = (time) => {
        cursor = time;
        for (const plot of shown()) plot.point(time);
      };
      const zoom = (from, until) => {
        for (const plot of plots) plot.show(from, until);
        point(cursor);
      };
      const scale = (plot, factor) => {
        const middle = cursor ?? (plot.from + plot.until) / 2;
        const half = Math.max((plot.until - plot.from) * factor / 2, 1000);
        if (half * 2 >= plot.length) zoom(-Infinity, Infinity);
        else zoom(middle - half, middle + half);
      };

      for (const plot of plots) {
        let begin = null;
        plot.strips.addEventListener("pointermove", (event) => { if (event.target.closest("svg")) point(plot.timeAt(event)); });
        plot.figure.addEventListener("pointerleave", () => point(null));
        if (!plot.isWhole) continue;
        plot.strips.addEventListener("pointerdown", (event) => { if (event.target.closest("svg")) begin = plot.timeAt(event); });
        plot.strips.addEventListener("pointerup", (event) => {
          if (begin === null) return;
          const [from, until] = [begin, plot.timeAt(event)].sort((one, other) => one - other);
          begin = null;
          if (until - from > (plot.until - plot.from) / 100) zoom(from, until);
        });
        plot.figure.addEventListener("keydown", (event) => {
          if (event.target !== plot.figure) return;
          const step = (plot.until - plot.from) / 100;
          const at = cursor ?? plot.from;
          const act = {
            ArrowRight: () => point(Math.min(at + step, plot.until)), ArrowLeft: () => point(Math.max(at - step, plot.from)),
            "+": () => scale(plot, 0.5), "-": () => scale(plot, 2), 0: () => zoom(-Infinity, Infinity),
          }[event.key];
          if (!act) return;
          event.preventDefault();
          act();
        });
        for (const button of all("[data-zoom]", plot.figure)) {
          button.addEventListener("click", () => {
            if (button.dataset.zoom === "all") zoom(-Infinity, Infinity);
            else scale(plot, button.dataset.zoom === "in" ? 0.5 : 2);
          });
        }
      }
    })();
    """#
}
