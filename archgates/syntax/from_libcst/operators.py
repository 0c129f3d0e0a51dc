"""Which `ast` operator each libcst operator is."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

import libcst as cst

UNARY: Mapping[type[cst.BaseUnaryOp], type[ast.unaryop]] = MappingProxyType(
    {cst.Not: ast.Not, cst.Minus: ast.USub, cst.Plus: ast.UAdd, cst.BitInvert: ast.Invert}
)
BOOLEAN: Mapping[type[cst.BaseBooleanOp], type[ast.boolop]] = MappingProxyType({cst.And: ast.And, cst.Or: ast.Or})
BINARY: Mapping[type[cst.BaseBinaryOp], type[ast.operator]] = MappingProxyType(
    {
        cst.Add: ast.Add,
        cst.Subtract: ast.Sub,
        cst.Multiply: ast.Mult,
        cst.MatrixMultiply: ast.MatMult,
        cst.Divide: ast.Div,
        cst.FloorDivide: ast.FloorDiv,
        cst.Modulo: ast.Mod,
        cst.Power: ast.Pow,
        cst.LeftShift: ast.LShift,
        cst.RightShift: ast.RShift,
        cst.BitOr: ast.BitOr,
        cst.BitAnd: ast.BitAnd,
        cst.BitXor: ast.BitXor,
    }
)
AUGMENTED: Mapping[type[cst.BaseAugOp], type[ast.operator]] = MappingProxyType(
    {
        cst.AddAssign: ast.Add,
        cst.SubtractAssign: ast.Sub,
        cst.MultiplyAssign: ast.Mult,
        cst.MatrixMultiplyAssign: ast.MatMult,
        cst.DivideAssign: ast.Div,
        cst.FloorDivideAssign: ast.FloorDiv,
        cst.ModuloAssign: ast.Mod,
        cst.PowerAssign: ast.Pow,
        cst.LeftShiftAssign: ast.LShift,
        cst.RightShiftAssign: ast.RShift,
        cst.BitOrAssign: ast.BitOr,
        cst.BitAndAssign: ast.BitAnd,
        cst.BitXorAssign: ast.BitXor,
    }
)
COMPARISON: Mapping[type[cst.BaseCompOp], type[ast.cmpop]] = MappingProxyType(
    {
        cst.Equal: ast.Eq,
        cst.NotEqual: ast.NotEq,
        cst.LessThan: ast.Lt,
        cst.LessThanEqual: ast.LtE,
        cst.GreaterThan: ast.Gt,
        cst.GreaterThanEqual: ast.GtE,
        cst.Is: ast.Is,
        cst.IsNot: ast.IsNot,
        cst.In: ast.In,
        cst.NotIn: ast.NotIn,
    }
)
