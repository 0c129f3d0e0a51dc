"""Which rule answers which question, and which reads which term."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from archgates.resolve import calls, classes, containers, modules, names, terms
from archgates.resolve.values import Values
from archgates.resolve.world import (
    BaseQuestion,
    BindingQuestion,
    ClassAttribute,
    ElementsQuestion,
    InstanceAttribute,
    ModuleAttribute,
    Question,
    Returned,
    TermQuestion,
)
from archgates.syntax import form

QUESTIONS: Mapping[type[Question], Callable[..., Values]] = {
    BaseQuestion: classes.bases,
    BindingQuestion: names.binding,
    ClassAttribute: classes.class_attribute,
    ElementsQuestion: containers.display_elements,
    InstanceAttribute: classes.instance_attribute,
    ModuleAttribute: modules.module_attribute,
    Returned: calls.returned,
    TermQuestion: terms.question,
}
TERMS: Mapping[type[form.Term], Callable[..., Values]] = {
    form.Opaque: terms.opaque,
    form.Nothing: terms.nothing,
    form.Text: terms.text,
    form.Load: modules.load,
    form.Free: names.free,
    form.Attribute: terms.attribute,
    form.Call: calls.call,
    form.Join: terms.join,
    form.Items: terms.display,
    form.Table: terms.display,
    form.Subscript: terms.subscript,
    form.Concat: terms.concat,
    form.Lambda: terms.function,
    form.Element: terms.element,
    form.Item: terms.item,
    form.Entered: terms.entered,
    form.InstanceOf: terms.instance_of,
}
