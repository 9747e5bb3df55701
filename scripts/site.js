// The search over names, and the language that a link with ?lang=zh keeps. It never turns text into markup.
"use strict";

(function () {
  var root = document.documentElement.dataset.root, chinese = document.documentElement.lang === "zh";
  var KINDS = { demo: "演示", promise: "promise", key: "按键", command: "命令", option: "选项", variable: "环境变量",
    warning: "警告", operator: "操作符", error: "错误", document: "文档" };
  var box = document.getElementById("search"), field = box.querySelector("input"), list = document.getElementById("found");
  var names = null, selected = -1;

  // ?lang=zh leads to the page in Chinese; a page that exists in English only passes it on to its links.
  var twin = document.querySelector("link[hreflang]");
  if (/[?&]lang=zh\b/.test(location.search) && !chinese) {
    if (twin) location.replace(twin.href + location.hash);
    document.querySelectorAll("a[href]").forEach(function (link) {
      if (link.host === location.host && !link.getAttribute("href").startsWith("#")) link.search = "?lang=zh";
    });
  }

  // A long list of contents is closed where it would be above the text.
  var contents = document.querySelector(".contents");
  if (contents && innerWidth < 1100) contents.open = false;

  // The run is above the lesson on a phone: a step that moves it shows it.
  document.querySelectorAll("a[target=run]").forEach(function (link) {
    link.addEventListener("click", function () {
      document.getElementById("run").scrollIntoView({ block: "nearest" });
    });
  });

  function load(then) {
    if (window.siteNames) return then();
    var script = document.createElement("script");
    script.src = root + "names.js";
    script.onload = then;
    document.head.append(script);
  }

  // How well a name matches: all words must occur in it or in what is said about it. Lower is better.
  function rank(entry, text, words) {
    var name = entry[0].toLowerCase(), all = (name + " " + entry[3] + " " + (entry[4] || "")).toLowerCase();
    if (!words.every(function (word) { return all.includes(word); })) return -1;
    var place = name.indexOf(text);
    var best = name === text ? 0 : place === 0 ? 1 : place > 0 && /\W/.test(name[place - 1]) ? 2 : place > 0 ? 3 : 5;
    return best + (entry[1] === "demo" ? 0 : entry[1] === "promise" ? 0.8 : 0.4);
  }

  function element(kind, text) {
    var made = document.createElement(kind);
    made.textContent = text;
    made.dir = "auto";
    return made;
  }

  function show() {
    var text = field.value.trim().toLowerCase(), words = text.split(/\s+/);
    var found = !text ? [] : window.siteNames.map(function (entry) { return [rank(entry, text, words), entry]; })
      .filter(function (pair) { return pair[0] >= 0; })
      .sort(function (one, two) { return one[0] - two[0]; }).slice(0, 12);
    list.replaceChildren.apply(list, found.map(function (pair, index) {
      var entry = pair[1], isChinese = chinese && entry[4], item = document.createElement("li"), link = document.createElement("a");
      var path = entry[2];
      if (chinese && path.startsWith("demos/")) path = "zh/" + path;
      else if (chinese) path = path.replace(/(#|$)/, "?lang=zh$1");
      link.href = root + path;
      link.tabIndex = -1;
      link.append(element("b", entry[0]), element("i", chinese ? KINDS[entry[1]] : entry[1]),
        element("small", isChinese ? entry[4] : entry[3]));
      item.id = "found-" + index;
      item.setAttribute("role", "option");
      item.append(link);
      return item;
    }));
    if (text && !found.length) {
      list.append(element("li", chinese ? "没有匹配" : "no match"));
      list.firstChild.className = "nothing";
    }
    open(text !== "");
    select(found.length ? 0 : -1);
  }

  function open(isOpen) {
    list.hidden = !isOpen;
    field.setAttribute("aria-expanded", isOpen);
  }

  function select(index) {
    var items = list.querySelectorAll("[role=option]");
    selected = items.length ? (index + items.length) % items.length : -1;
    items.forEach(function (item, place) { item.setAttribute("aria-selected", place === selected); });
    if (selected < 0) return field.removeAttribute("aria-activedescendant");
    field.setAttribute("aria-activedescendant", items[selected].id);
    items[selected].scrollIntoView({ block: "nearest" });
  }

  box.hidden = false;
  field.addEventListener("input", function () { load(show); });
  field.addEventListener("focus", function () { load(function () { if (field.value) show(); }); });
  document.addEventListener("click", function (event) { if (!box.contains(event.target) || event.target.closest("a")) open(false); });
  field.addEventListener("keydown", function (event) {
    if (event.isComposing) return;
    var item = list.hidden ? null : list.querySelector("[aria-selected=true] a");
    if (event.key === "ArrowDown") select(selected + 1);
    else if (event.key === "ArrowUp") select(selected - 1);
    else if (event.key === "Enter" && item) item.click();
    else if (event.key === "Escape") { open(false); field.value = ""; field.blur(); }
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", function (event) {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target === field) return;
    event.preventDefault();
    field.focus();
  });
})();
