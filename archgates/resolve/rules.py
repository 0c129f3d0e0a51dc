"""Which rule answers which question, and which reads which term."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from archgates.resolve import calls, classes, containers, modules, names, narrowing, terms
from archgates.resolve.values import Values
from archgates.resolve.world import (
    BindingQuestion,
    ClassAttribute,
    ElementsQuestion,
    InstanceAttribute,
    KeptQuestion,
    ModuleAttribute,
    OrderQuestion,
    Question,
    Returned,
    TermQuestion,
)
from archgates.syntax import terms as written

QUESTIONS: Mapping[type[Question], Callable[..., Values]] = {
    BindingQuestion: names.binding,
    ClassAttribute: classes.class_attribute,
    ElementsQuestion: containers.display_elements,
    InstanceAttribute: classes.instance_attribute,
    KeptQuestion: containers.kept,
    ModuleAttribute: modules.module_attribute,
    OrderQuestion: classes.order,
    Returned: calls.returned,
    TermQuestion: terms.question,
}
TERMS: Mapping[type[written.Term], Callable[..., Values]] = {
    written.Opaque: terms.opaque,
    written.Nothing: terms.nothing,
    written.Text: terms.text,
    written.Load: modules.load,
    written.Free: names.free,
    written.Attribute: terms.attribute,
    written.Call: calls.call,
    written.Join: terms.join,
    written.Items: terms.display,
    written.Table: terms.display,
    written.Subscript: terms.subscript,
    written.Concat: terms.concat,
    written.Lambda: terms.function,
    written.Element: terms.element,
    written.Item: terms.item,
    written.Entered: terms.entered,
    written.InstanceOf: terms.instance_of,
    written.Narrowed: narrowing.narrowed,
    written.TypeAlias: terms.type_alias,
}
